'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSwitch } from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import { SettingsCard } from '@/components/settings/settings-form'
import type { AlertSettings, MailChange } from '@/lib/alerts/schema'
import { TestChannel } from './test-channel'
import { useAlertSettingsForm } from './use-alert-settings-form'

const loadSchema = () => import('@/lib/alerts/schema').then((module) => module.alertMailChange)

const valuesOf = ({ mail: { enabled, recipients } }: AlertSettings) => ({ mail: { enabled, recipients } })

const prepare = ({ mail }: { mail: MailChange }) => ({
  mail: { ...mail, recipients: filledLines(mail.recipients) },
})

/** Chooses who gets alerts by mail. The server is a setting of the installation. */
export function MailForm({ shop, settings }: { shop: string; settings: AlertSettings }) {
  const t = useTranslations('alerts')
  const { form, save } = useAlertSettingsForm(shop, { schema: loadSchema, settings, valuesOf, prepare })
  const { control } = form
  const { mail } = settings
  const isOn = useWatch({ control, name: 'mail.enabled' })
  return (
    <SettingsCard
      form={form}
      onSubmit={save}
      saveLabel={t('saveMail')}
      actions={<TestChannel shop={shop} channel="mail" isOn={mail.enabled && mail.is_set_up} />}
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
