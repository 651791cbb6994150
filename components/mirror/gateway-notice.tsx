'use client'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useIsHydrated } from '@/components/time/hydrated'
import { when } from '@/components/time/when'
import { gatewayHealthOptions } from '@/lib/queries/shop'

const failures = [
  'gateway_credentials',
  'gateway_unavailable',
  'gateway_timeout',
  'gateway_unreadable',
  'gateway_not_found',
  'gateway_redirect',
  'gateway_rejected',
] as const

/** Each failure has its words; one that is new here is still said. */
const failureKey = (code: string | null) => failures.find((failure) => failure === code) ?? 'other'

interface GatewayNoticeProps {
  shop: string
  /** When what is shown was last heard from the gateway. */
  syncedAt: string | null
  /** The list that is shown could not be refreshed since. */
  isListStale?: boolean
}

/** Said while the gateway does not answer, or its list cannot be read: what is shown is what was last heard. */
export function GatewayNotice({ shop, syncedAt, isListStale = false }: GatewayNoticeProps) {
  const t = useTranslations('mirror')
  const { data: health } = useQuery(gatewayHealthOptions(shop))
  // The frame asks for it, and may have an answer before this part of the page is hydrated: the server had none.
  const isHydrated = useIsHydrated()
  const isDown = isHydrated && health?.state === 'down'
  if (!isDown && !(isListStale && syncedAt)) return null
  return (
    <div
      role="status"
      className="mb-2.5 flex items-start gap-2 rounded-md bg-warn-weak px-3 py-2 text-md text-warn"
    >
      <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      <p>
        {isDown && t(`gateway.${failureKey(health.failure)}`)}{' '}
        {syncedAt && t.rich(isListStale ? 'notRefreshed' : 'shownFrom', { when: when(syncedAt) })}
      </p>
    </div>
  )
}
