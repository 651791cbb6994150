'use client'
import { useMutation } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { InUse } from '@/components/frame/in-use'
import { AnswerFigures } from '@/components/sending/outcome'
import { TrySettings } from '@/components/sending/try-settings'
import { SettingsCard } from '@/components/settings/settings-form'
import { Button } from '@/components/ui/button'
import { testAlertChannel } from '@/lib/alerts/client'
import {
  chatKinds,
  type AlertChannel,
  type AlertSettings,
  type ChatChange,
  type MailChange,
} from '@/lib/alerts/schema'
import { useAlertSettingsForm } from './use-alert-settings-form'
import { useAttemptText } from './use-alert-text'

const loadMailSchema = () => import('@/lib/alerts/schema').then((module) => module.alertMailChange)

const mailValuesOf = ({ mail: { enabled, recipients } }: AlertSettings) => ({ mail: { enabled, recipients } })

const prepareMail = ({ mail }: { mail: MailChange }) => ({
  mail: { ...mail, recipients: filledLines(mail.recipients) },
})

/** Chooses who gets alerts by mail. The mail server is a setting of the installation. */
export function MailForm({ shop, settings }: { shop: string; settings: AlertSettings }) {
  const t = useTranslations('alerts')
  const { form, save } = useAlertSettingsForm(shop, {
    schema: loadMailSchema,
    settings,
    valuesOf: mailValuesOf,
    prepare: prepareMail,
  })
  const { control } = form
  const { mail } = settings
  const isOn = useWatch({ control, name: 'mail.enabled' })
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveMail')}
      actions={
        <InUse>
          <TestChannel shop={shop} channel="mail" isOn={mail.enabled && mail.is_set_up} />
        </InUse>
      }
      shop={shop}
      part="alert_mail"
      title={t('mail')}
    >
      <FormSwitch control={control} name="mail.enabled" hint={t('mailHint')}>
        {t('mailOn')}
      </FormSwitch>
      {isOn && !mail.is_set_up && <p className="text-sm text-warn">{t('noMailServer')}</p>}
      {isOn && (
        <FormLines
          control={control}
          name="mail.recipients"
          label={t('recipients')}
          hint={t('recipientsHint')}
        />
      )}
    </SettingsCard>
  )
}

const loadChatSchema = () => import('@/lib/alerts/schema').then((module) => module.alertChatChange)

/** The address field starts empty, because a saved address is never shown in full. */
const chatValuesOf = ({ chat: { enabled, kind } }: AlertSettings) => ({ chat: { enabled, kind, url: '' } })

/** Settings of alerts to a chat, through its incoming webhook. */
export function ChatForm({ shop, settings }: { shop: string; settings: AlertSettings }) {
  const t = useTranslations('alerts')
  const { form, save } = useAlertSettingsForm(shop, {
    schema: loadChatSchema,
    settings,
    valuesOf: chatValuesOf,
    prepare: prepareChat,
  })
  const { control } = form
  const { chat } = settings
  const isOn = useWatch({ control, name: 'chat.enabled' })
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveChat')}
      actions={
        <InUse>
          <TestChannel shop={shop} channel="chat" isOn={chat.enabled} />
          {chat.masked_url && (
            <Button
              variant="ghost"
              onPress={() => void save({ chat: { enabled: false, kind: chat.kind, url: null } })}
            >
              {t('forgetUrl')}
            </Button>
          )}
        </InUse>
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

/** Leaves out an empty address: the saved one then stays. */
function prepareChat({ chat }: { chat: ChatChange }) {
  const { url, ...rest } = chat
  return { chat: url ? chat : rest }
}

interface TestChannelProps {
  shop: string
  channel: AlertChannel
  /** The saved setting, not the form's. */
  isOn: boolean
}

/** Sends a test message with the channel's saved settings and shows the outcome. */
function TestChannel({ shop, channel, isOn }: TestChannelProps) {
  const t = useTranslations('alerts')
  const attemptText = useAttemptText()
  const test = useMutation({ mutationFn: () => testAlertChannel(shop, channel) })
  if (!isOn) return null
  return (
    <TrySettings label={t('test')} test={test}>
      {(result) => (
        <>
          {attemptText({ ...result, answer: null })}
          <AnswerFigures result={result} />
        </>
      )}
    </TrySettings>
  )
}
