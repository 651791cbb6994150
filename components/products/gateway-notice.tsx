'use client'
import { useQuery } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
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

/** Said while the gateway does not answer: what is shown is what was last heard, and how old that is. */
export function GatewayNotice({ shop, syncedAt }: { shop: string; syncedAt: string | null }) {
  const t = useTranslations('products')
  const { data: health } = useQuery(gatewayHealthOptions(shop))
  if (health?.state !== 'down') return null
  return (
    <div
      role="status"
      className="mb-2.5 flex items-start gap-2 rounded-md bg-warn-weak px-3 py-2 text-md text-warn"
    >
      <CloudOff aria-hidden size={16} className="mt-0.5 shrink-0" />
      <p>
        {t(`gateway.${failureKey(health.failure)}`)}{' '}
        {syncedAt && t.rich('shownFrom', { when: when(syncedAt) })}
      </p>
    </div>
  )
}
