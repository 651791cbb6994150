'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useAlertSettingsForm } from './use-alert-settings-form'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormNumberField, FormSwitch, FormTextField } from '@/components/form/fields/fields'
import { filledLines, FormLines } from '@/components/form/fields/lines-field'
import type { ZodForm as Form } from '@/components/form/use-zod-form'
import { wholeNumber } from '@/components/form/fields/whole-number'
import {
  mailSecurities,
  type alertMailChange,
  type AlertSettings,
  type MailChange,
} from '@/lib/alerts/schema'
import { TestChannel } from './test-channel'

const loadSchema = () => import('@/lib/alerts/schema').then((module) => module.alertMailChange)

/** The password field starts empty, because a saved password is never shown. */
const valuesOf = ({ mail: { has_password: _, ...mail } }: AlertSettings) => ({
  mail: { ...mail, password: '' },
})

export function MailForm({ shop, settings }: { shop: string; settings: AlertSettings }) {
  const t = useTranslations('alerts')
  const { form, save } = useAlertSettingsForm(shop, { schema: loadSchema, settings, valuesOf, prepare })
  const { control } = form
  const { mail } = settings
  const isOn = useWatch({ control, name: 'mail.enabled' })
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('saveMail')}
      actions={<TestChannel shop={shop} channel="mail" isOn={mail.enabled} />}
    >
      <SettingsSection title={t('mail')}>
        <FormSwitch control={control} name="mail.enabled" hint={t('mailHint')}>
          {t('mailOn')}
        </FormSwitch>
        {isOn && <Server form={form} hasPassword={mail.has_password} />}
      </SettingsSection>
    </SettingsForm>
  )
}

type Schema = typeof alertMailChange

/** The fields needed while the channel is on. */
function Server({ form, hasPassword }: { form: Form<Schema>; hasPassword: boolean }) {
  const t = useTranslations('alerts')
  const { control } = form
  const security = useWatch({ control, name: 'mail.security' })
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_110px_200px]">
        <FormTextField control={control} name="mail.host" label={t('host')} autoComplete="off" />
        <FormNumberField control={control} name="mail.port" label={t('port')} />
        <FormSelect
          control={control}
          name="mail.security"
          label={t('security')}
          items={mailSecurities.map((id) => ({ id, label: t(`securities.${id}`) }))}
        />
      </div>
      {security === 'none' ? (
        <p className="text-sm text-warn">{t('inTheClear')}</p>
      ) : (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <FormTextField control={control} name="mail.user" label={t('user')} autoComplete="off" />
          <FormTextField
            control={control}
            name="mail.password"
            label={t('password')}
            type="password"
            autoComplete="new-password"
            hint={hasPassword ? t('passwordKept') : undefined}
          />
        </div>
      )}
      <FormTextField control={control} name="mail.from" label={t('sender')} hint={t('senderHint')} />
      <FormLines
        control={control}
        name="mail.recipients"
        label={t('recipients')}
        hint={t('recipientsHint')}
      />
    </>
  )
}

/** Drops user and password without encryption. An empty password keeps the saved one. */
function prepare({ mail }: { mail: MailChange }) {
  const { password, ...rest } = mail
  const user = mail.security === 'none' ? '' : mail.user
  return {
    mail: {
      ...rest,
      user,
      port: wholeNumber(mail.port),
      recipients: filledLines(mail.recipients),
      ...(user === '' ? { password: null } : password && { password }),
    },
  }
}
