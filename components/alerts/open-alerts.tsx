'use client'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { Route } from 'next'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { RelativeTime } from '@/components/time/relative-time'
import { alertsOptions } from '@/lib/alerts/client'
import { installation } from '@/lib/core/client/keys'
import { Link } from '../ui/link'
import { useAlertTitle } from './use-alert-title'

/** Names at most this many alerts and counts the rest. */
const most = 3

/**
 * A short list of the open alerts of a shop, or of the `installation`, for other pages. Renders nothing without alerts
 * or without permission.
 */
export function OpenAlerts({ shop }: { shop: string }) {
  const t = useTranslations('alerts')
  const id = useId()
  const mayRead = useMay('alerts.read') || shop === installation
  const alertTitle = useAlertTitle()
  const { data } = useQuery({ ...alertsOptions(shop), enabled: mayRead })
  const open = data?.open ?? []
  if (!mayRead || open.length === 0) return null
  return (
    <section
      aria-labelledby={id}
      className="flex gap-2.5 rounded-md border border-warn/40 bg-warn-weak px-4 py-3 text-md/5"
    >
      <TriangleAlert aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0 flex-1">
        <h2 id={id} className="font-semibold text-warn">
          {t('openCount', { count: open.length })}
        </h2>
        <ul className="mt-0.5 grid gap-0.5">
          {open.slice(0, most).map((alert) => (
            <li key={alert.id} className="wrap-anywhere">
              {alertTitle(shop, alert)} <RelativeTime at={alert.opened_at} className="text-muted" />
            </li>
          ))}
        </ul>
        <Link
          href={(shop === installation ? '/installation/alerts' : `/shops/${shop}/settings/alerts`) as Route}
          className="mt-1 inline-flex min-h-6 items-center underline underline-offset-2"
        >
          {t('showAll')}
        </Link>
      </div>
    </section>
  )
}
