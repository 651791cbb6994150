'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useIsHydrated } from '@/components/ui/hydrated'
import { gatewayHealthOptions } from '@/lib/shops/client'
import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { when } from '@/components/time/when'

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

interface GatewayNoticeProps {
  shop: string
  /** When the gateway last confirmed the shown data. */
  syncedAt: string
}

/** Shown above a single record while the gateway does not answer: the record is the last known state. */
export function GatewayNotice({ shop, syncedAt }: GatewayNoticeProps) {
  const t = useTranslations('mirror')
  const down = useGatewayDown(shop)
  if (!down) return null
  return (
    <Notice>
      {down.text} {t.rich('shownFrom', { when: when(syncedAt) })}
    </Notice>
  )
}

interface NoticeProps {
  /** Outside the live region: content that changes on its own, such as times. */
  more?: ReactNode
  action?: ReactNode
  children: ReactNode
}

/** A warning line for when the gateway is unavailable. */
export function Notice({ more, action, children }: NoticeProps) {
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
      <CloudOff aria-hidden size={16} className="shrink-0 max-md:mt-0.5 max-md:self-start" />
      <div className="min-w-0 flex-1">
        <p role="status" className="inline">
          {children}
        </p>{' '}
        {more}
      </div>
      {action}
    </div>
  )
}
