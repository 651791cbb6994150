'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSelect } from '@/components/form/choice-fields'
import { FormNumberField, FormSwitch, FormTextField } from '@/components/form/fields'
import { filledLines, FormLines } from '@/components/form/lines-field'
import { SubmitButton } from '@/components/form/submit-button'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { useZodForm, type ZodForm as Form } from '@/components/form/use-zod-form'
import { wholeNumber } from '@/components/form/whole-number'
import { ZodForm } from '@/components/form/zod-form'
import { Card, Section } from '@/components/ui/card'
import {
  mailSecurities,
  type alertMailChange,
  type AlertSettings,
  type MailChange,
} from '@/lib/alerts/schema'
import { TestChannel } from './test-channel'
import { useSave } from './use-save'

const loadSchema = () => import('@/lib/alerts/schema').then((module) => module.alertMailChange)

type Saved = AlertSettings['mail']
/** The password field starts empty, because a saved password is never shown. */
const valuesOf = ({ has_password: _, ...mail }: Saved) => ({ mail: { ...mail, password: '' } })

export function MailForm({ shop, mail }: { shop: string; mail: Saved }) {
  const t = useTranslations('alerts')
  const showFailure = useSubmitFailure()
  const save = useSave(shop)
  const form = useZodForm(loadSchema, { defaultValues: valuesOf(mail), prepare })
  const { control } = form
  const isOn = useWatch({ control, name: 'mail.enabled' })
  const submit = ({ mail: wanted }: { mail: MailChange }) =>
    save({ mail: wanted }).then(
      (saved) => form.reset(valuesOf(saved.mail)),
      (error: unknown) => showFailure(form, error),
    )
  return (
    <ZodForm form={form} onSubmit={submit}>
      <Card>
        <Section title={t('mail')}>
          <div className="grid gap-4">
            <FormSwitch control={control} name="mail.enabled" hint={t('mailHint')}>
              {t('mailOn')}
            </FormSwitch>
            {isOn && <Server form={form} hasPassword={mail.has_password} />}
          </div>
        </Section>
        <div className="flex flex-wrap items-start gap-2 px-5 py-4 max-md:px-4">
          <SubmitButton isSave>{t('saveMail')}</SubmitButton>
          <TestChannel shop={shop} channel="mail" isOn={mail.enabled} />
        </div>
      </Card>
    </ZodForm>
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
