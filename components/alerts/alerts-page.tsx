'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { ArchivedNote } from '@/components/settings/archived-note'
import { alertSettingsOptions, alertsOptions } from '@/lib/alerts/client'
import { ClosedCard, OpenCard } from './alert-rows'
import { ChatForm, MailForm } from './channel-forms'
import { RulesForm } from './rules-form'

export function AlertsPage({ shop }: { shop: string }) {
  const t = useTranslations('alerts')
  const mayManage = useMay('alerts.manage')
  const query = useQuery(alertsOptions(shop))
  return (
    <>
      <PageHeader title={t('title')} />
      <RefreshNotice query={query} />
      <div className="grid max-w-3xl gap-4">
        <ArchivedNote />
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && <OpenCard shop={shop} alerts={query.data.open} />}
        {mayManage ? <Settings shop={shop} /> : <p className="text-md/5 text-muted">{t('ownersDecide')}</p>}
        {query.data && <ClosedCard shop={shop} alerts={query.data.recent} />}
      </div>
    </>
  )
}

/** Three forms that save separately, so that an error in one channel does not block the others. */
function Settings({ shop }: { shop: string }) {
  const t = useTranslations('alerts')
  const query = useQuery(alertSettingsOptions(shop))
  if (query.isError && !query.data) return <QueryError query={query} title={t('settingsFailed')} />
  if (!query.data) return null
  const props = { shop, settings: query.data }
  return (
    <>
      <RulesForm {...props} />
      <MailForm {...props} />
      <ChatForm {...props} />
    </>
  )
}
