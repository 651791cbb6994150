'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageTitle } from '@/components/ui/page-title'
import { alertsOptions } from '@/lib/alerts/client'
import { installation } from '@/lib/core/client/keys'
import { ClosedCard, OpenCard } from './alert-rows'

/** Lists alerts about accounts and the installation, for administrators. */
export function InstallationAlertsPage() {
  const t = useTranslations('alerts')
  const query = useQuery(alertsOptions(installation))
  return (
    <>
      <PageTitle className="mb-1">{t('installation.title')}</PageTitle>
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
