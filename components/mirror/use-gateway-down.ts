'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useIsHydrated } from '@/components/ui/hydrated'
import { gatewayHealthOptions } from '@/lib/shops/client'

const failures = [
  'gateway_credentials',
  'gateway_unavailable',
  'gateway_timeout',
  'gateway_unreadable',
  'gateway_not_found',
  'gateway_redirect',
  'gateway_rejected',
] as const

export interface GatewayDown {
  text: string
  checkedAt: string | null
}

/**
 * Returns what is wrong with the gateway, in words, and when it was last checked. Null while the gateway works, or its
 * state is unknown.
 */
export function useGatewayDown(shop: string): GatewayDown | null {
  const t = useTranslations('mirror.gateway')
  const { data: health } = useQuery(gatewayHealthOptions(shop))
  // The frame may have this data before this part hydrates, while the server rendered without it.
  const isHydrated = useIsHydrated()
  if (!isHydrated || !health || health.state === 'ok' || health.state === 'unknown') return null
  // A failure without a text of its own uses 'other'.
  const failure = failures.find((known) => known === health.failure) ?? 'other'
  return { text: t(failure), checkedAt: health.checked_at }
}
