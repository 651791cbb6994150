'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useIsHydrated } from '@/components/time/hydrated'
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

/** What is wrong with the gateway, in words, and when it was last asked; null while it answers, or is unknown. */
export function useGatewayDown(shop: string): GatewayDown | null {
  const t = useTranslations('mirror.gateway')
  const { data: health } = useQuery(gatewayHealthOptions(shop))
  // The frame asks for it, and may have an answer before this part of the page is hydrated: the server had none.
  const isHydrated = useIsHydrated()
  if (!isHydrated || !health || health.state === 'ok' || health.state === 'unknown') return null
  // Each failure has its words; one that is new here is still said.
  const failure = failures.find((known) => known === health.failure) ?? 'other'
  return { text: t(failure), checkedAt: health.checked_at }
}
