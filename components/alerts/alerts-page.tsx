'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { Card, Section } from '@/components/ui/card'
import { alertSettingsOptions, alertsOptions } from '@/lib/alerts/client'
import { AlertRows } from './alert-rows'
import { ChatForm } from './chat-form'
import { MailForm } from './mail-form'
import { RulesForm } from './rules-form'

/** What is watched in the shop and whom it is told, what is open now, and what was. */
export function AlertsPage({ shop }: { shop: string }) {
  const t = useTranslations('alerts')
  const mayManage = useMay('alerts.manage')
  const query = useQuery(alertsOptions(shop))
  return (
    <>
      <PageHeader title={t('title')} />
      <RefreshNotice query={query} />
      <div className="grid max-w-3xl gap-4">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && (
          <Card>
            <Section title={t('open')}>
              {query.data.open.length === 0 ? (
                <p className="text-md/5 text-muted">{t('noneOpen')}</p>
              ) : (
                <AlertRows shop={shop} alerts={query.data.open} />
              )}
            </Section>
          </Card>
        )}
        {mayManage ? <Settings shop={shop} /> : <p className="text-md/5 text-muted">{t('ownersDecide')}</p>}
        {query.data && query.data.recent.length > 0 && (
          <Card>
            <Section title={t('recent')}>
              <AlertRows shop={shop} alerts={query.data.recent} />
            </Section>
          </Card>
        )}
      </div>
    </>
  )
}

/** Three forms, each saved by itself: what is wrong with one channel keeps nothing else from being saved. */
function Settings({ shop }: { shop: string }) {
  const t = useTranslations('alerts')
  const query = useQuery(alertSettingsOptions(shop))
  if (query.isError && !query.data) return <QueryError query={query} title={t('settingsFailed')} />
  if (!query.data) return null
  const { rules, mail, chat } = query.data
  return (
    <>
      <RulesForm shop={shop} rules={rules} />
      <MailForm shop={shop} mail={mail} />
      <ChatForm shop={shop} chat={chat} />
    </>
  )
}
