'use client'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { FormSelect } from '@/components/form/choice-fields'
import { FormSwitch, FormTextField } from '@/components/form/fields'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm } from '@/components/form/use-zod-form'
import { ZodForm } from '@/components/form/zod-form'
import { PageHeader } from '@/components/frame/page-header'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { alertSettingsOptions, alertsOptions } from '@/lib/alerts/client'
import { chatKinds, type AlertSettings, type ChatChange } from '@/lib/alerts/schema'
import { AlertRows } from './alert-rows'
import { MailForm } from './mail-form'
import { RulesForm } from './rules-form'
import { TestChannel } from './test-channel'
import { useSave } from './use-save'

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

/** Three forms that save separately, so that an error in one channel does not block the others. */
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

const loadSchema = () => import('@/lib/alerts/schema').then((module) => module.alertChatChange)

type Saved = AlertSettings['chat']
/** The address field starts empty, because a saved address is never shown in full. */
const valuesOf = ({ enabled, kind }: Saved) => ({ chat: { enabled, kind, url: '' } })

/** Settings of alerts to a chat, through its incoming webhook. */
function ChatForm({ shop, chat }: { shop: string; chat: Saved }) {
  const t = useTranslations('alerts')
  const showFailure = useSubmitFailure()
  const save = useSave(shop)
  const form = useZodForm(loadSchema, { defaultValues: valuesOf(chat), prepare })
  const { control } = form
  const isOn = useWatch({ control, name: 'chat.enabled' })
  const change = (wanted: ChatChange) =>
    save({ chat: wanted }).then(
      (saved) => form.reset(valuesOf(saved.chat)),
      (error: unknown) => showFailure(form, error),
    )
  return (
    <ZodForm form={form} onSubmit={({ chat: wanted }) => change(wanted)}>
      <Card>
        <Section title={t('chat')}>
          <div className="grid gap-4">
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
          </div>
        </Section>
        <div className="flex flex-wrap items-start gap-2 px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{t('saveChat')}</SubmitButton>
          <TestChannel shop={shop} channel="chat" isOn={chat.enabled} />
          {chat.masked_url && (
            <Button
              variant="ghost"
              onPress={() => void change({ enabled: false, kind: chat.kind, url: null })}
            >
              {t('forgetUrl')}
            </Button>
          )}
        </div>
      </Card>
    </ZodForm>
  )
}

/** An empty address keeps the saved one. */
function prepare({ chat }: { chat: ChatChange }) {
  const { url, ...rest } = chat
  return { chat: url ? chat : rest }
}
