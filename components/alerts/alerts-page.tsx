'use client'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useAlertSettingsForm } from './use-alert-settings-form'
import { SettingsCard } from '@/components/settings/settings-form'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { alertSettingsOptions, alertsOptions } from '@/lib/alerts/client'
import { chatKinds, type AlertSettings, type ChatChange } from '@/lib/alerts/schema'
import { ClosedCard, OpenCard } from './alert-rows'
import { MailForm } from './mail-form'
import { RulesForm } from './rules-form'
import { TestChannel } from './test-channel'

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

const loadSchema = () => import('@/lib/alerts/schema').then((module) => module.alertChatChange)

/** The address field starts empty, because a saved address is never shown in full. */
const valuesOf = ({ chat: { enabled, kind } }: AlertSettings) => ({ chat: { enabled, kind, url: '' } })

/** Settings of alerts to a chat, through its incoming webhook. */
function ChatForm({ shop, settings }: { shop: string; settings: AlertSettings }) {
  const t = useTranslations('alerts')
  const { form, save } = useAlertSettingsForm(shop, { schema: loadSchema, settings, valuesOf, prepare })
  const { control } = form
  const { chat } = settings
  const isOn = useWatch({ control, name: 'chat.enabled' })
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveChat')}
      actions={
        <>
          <TestChannel shop={shop} channel="chat" isOn={chat.enabled} />
          {chat.masked_url && (
            <Button
              variant="ghost"
              onPress={() => void save({ chat: { enabled: false, kind: chat.kind, url: null } })}
            >
              {t('forgetUrl')}
            </Button>
          )}
        </>
      }
      shop={shop}
      part="alert_chat"
      title={t('chat')}
    >
      <FormSwitch control={control} name="chat.enabled" hint={t('chatHint')}>
        {t('chatOn')}
      </FormSwitch>
      {isOn && (
        <div className="grid items-start gap-3 sm:grid-cols-[200px_1fr]">
          <FormSelect
            control={control}
            name="chat.kind"
            label={t('chatKind')}
            items={chatKinds.map((id) => ({ id, label: t(`chatKinds.${id}`) }))}
          />
          <FormTextField
            control={control}
            name="chat.url"
            label={t('chatUrl')}
            type="url"
            autoComplete="off"
            isMono
            hint={chat.masked_url ? t('urlKept', { url: chat.masked_url }) : t('urlHint')}
          />
        </div>
      )}
    </SettingsCard>
  )
}

/** An empty address keeps the saved one. */
function prepare({ chat }: { chat: ChatChange }) {
  const { url, ...rest } = chat
  return { chat: url ? chat : rest }
}
