'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { alertsOptions } from '@/lib/alerts/client'
import { installation } from '@/lib/core/client/keys'
import { ClosedCard, OpenCard } from './alert-rows'

/** Lists alerts about accounts and the installation, for administrators. */
export function InstallationAlertsPage() {
  const t = useTranslations('alerts')
  const query = useQuery(alertsOptions(installation))
  return (
    <>
      <h1 className="mb-1 text-xl font-[620] tracking-[-0.015em]">{t('installation.title')}</h1>
      <p className="mb-4 text-md text-muted">{t('installation.about')}</p>
      <RefreshNotice query={query} />
      <div className="grid gap-4">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && (
          <>
            <OpenCard shop={installation} alerts={query.data.open} />
            <ClosedCard shop={installation} alerts={query.data.recent} />
          </>
        )}
      </div>
    </>
  )
}
