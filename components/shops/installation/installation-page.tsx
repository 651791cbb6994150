'use client'
import { useQuery, useMutation } from '@tanstack/react-query'
import { Activity, BellRing, DatabaseBackup, History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { QueryError } from '@/components/data-table/query-state'
import { LinkButton } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page-title'
import { installationOptions, mailSettingsOptions, changeMailSettings, testMail } from '@/lib/shops/client'
import { AddersForm, AnchorForm, FactorForm, NetworksForm, SandboxSwitches } from './forms'
import { useWatch } from 'react-hook-form'
import { FormSelect } from '@/components/form/fields/choice-fields'
import { FormNumberField, FormTextField, wholeNumber } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import type { ZodForm } from '@/components/form/use-zod-form'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { TrySettings } from '@/components/sending/try-settings'
import { when } from '@/components/time/when'
import { mailEncryptions } from '@/lib/core/mail'
import { mailSettingsForm, type MailSettings, type MailSettingsForm } from '@/lib/shops/mail-settings'
import { useInstallationForm } from '@/components/settings/use-installation-form'

/** Settings of the whole installation, for its administrators. */
export function InstallationPage() {
  const t = useTranslations('installation')
  const query = useQuery(installationOptions())
  const mail = useQuery(mailSettingsOptions())
  return (
    <>
      <PageTitle className="mb-4">{t('title')}</PageTitle>
      <div className="grid gap-4">
        {query.isError && !query.data && <QueryError query={query} title={t('failedTitle')} />}
        {query.data && (
          <>
            <AddersForm settings={query.data} />
            <FactorForm settings={query.data} />
            <SandboxSwitches settings={query.data} />
            <NetworksForm settings={query.data} />
            <AnchorForm settings={query.data} />
          </>
        )}
        {mail.isError && !mail.data && <QueryError query={mail} title={t('failedTitle')} />}
        {mail.data && <MailForm settings={mail.data} />}
        <p className="flex flex-wrap gap-2">
          <LinkButton href="/installation/alerts" icon={<BellRing aria-hidden size={15} />}>
            {t('alerts')}
          </LinkButton>
          <LinkButton href="/installation/activity" icon={<History aria-hidden size={15} />}>
            {t('activity')}
          </LinkButton>
          <LinkButton href="/installation/backups" icon={<DatabaseBackup aria-hidden size={15} />}>
            {t('backups')}
          </LinkButton>
          <LinkButton href="/installation/diagnosis" icon={<Activity aria-hidden size={15} />}>
            {t('diagnosis')}
          </LinkButton>
        </p>
      </div>
    </>
  )
}

/** The password field starts empty, because a saved password is never shown. */
const valuesOf = ({ given: _given, password: _password, version: _version, ...rest }: MailSettings) => ({
  ...rest,
  password: '',
})

/** Without encryption there is no user. An empty password keeps the saved one. */
function prepare({ password, ...mail }: MailSettingsForm) {
  const user = mail.encryption === 'none' ? '' : mail.user
  return { ...mail, user, port: wholeNumber(mail.port), ...(user !== '' && password && { password }) }
}

/** The server that every mail goes through. */
function MailForm({ settings }: { settings: MailSettings }) {
  const t = useTranslations('installation.mail')
  const { form, save } = useInstallationForm({
    schema: mailSettingsForm,
    settings,
    valuesOf,
    prepare,
    send: changeMailSettings,
    queryKey: mailSettingsOptions().queryKey,
  })
  const { control } = form
  const { given } = settings
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      actions={
        <>
          {settings.host !== '' && <TestMail settings={settings} />}
          <LastInstallationChange part="mail" />
        </>
      }
    >
      <SettingsSection title={t('title')} text={t('text')}>
        <Server form={form} settings={settings} />
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <FormTextField
            control={control}
            name="sender_name"
            label={t('senderName')}
            isReadOnly={given.sender_name}
            hint={given.sender_name ? t('given', { variable: 'SMTP_FROM_NAME' }) : t('senderNameHint')}
            {...noAutofill}
          />
          <FormTextField
            control={control}
            name="sender_address"
            label={t('senderAddress')}
            isReadOnly={given.sender_address}
            hint={given.sender_address ? t('given', { variable: 'SMTP_FROM' }) : t('senderAddressHint')}
            {...noAutofill}
          />
        </div>
      </SettingsSection>
    </SettingsForm>
  )
}

interface ServerProps {
  form: ZodForm<typeof mailSettingsForm>
  settings: MailSettings
}

function Server({ form: { control }, settings: { given, password } }: ServerProps) {
  const t = useTranslations('installation.mail')
  const encryption = useWatch({ control, name: 'encryption' })
  const isGiven = given.server
  return (
    <>
      <div className="grid items-start gap-3 sm:grid-cols-[1fr_110px_200px]">
        <FormTextField
          control={control}
          name="host"
          label={t('host')}
          isReadOnly={isGiven}
          hint={isGiven ? t('given', { variable: 'SMTP_HOST' }) : t('hostHint')}
          spellCheck="false"
          {...noAutofill}
        />
        <FormNumberField control={control} name="port" label={t('port')} isReadOnly={isGiven} />
        <FormSelect
          control={control}
          name="encryption"
          label={t('encryption')}
          isDisabled={isGiven}
          items={mailEncryptions.map((id) => ({ id, label: t(`encryptions.${id}`) }))}
        />
      </div>
      {encryption === 'none' ? (
        <p className="text-sm text-warn">{t('inTheClear')}</p>
      ) : (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <FormTextField
            control={control}
            name="user"
            label={t('user')}
            isReadOnly={isGiven}
            hint={isGiven ? undefined : t('userHint')}
            {...noAutofill}
          />
          {isGiven ? (
            <p className="text-sm text-muted sm:pt-7">{password ? t('passwordGiven') : t('passwordNone')}</p>
          ) : (
            <FormTextField
              control={control}
              name="password"
              label={t('password')}
              type="password"
              autoComplete="new-password"
              hint={<PasswordHint password={password} />}
            />
          )}
        </div>
      )}
    </>
  )
}

function PasswordHint({ password }: Pick<MailSettings, 'password'>) {
  const t = useTranslations('installation.mail')
  if (!password?.set_at) return null
  return t.rich('passwordKept', { name: password.set_by ?? '', when: when(password.set_at) })
}

/** Sends a mail to the administrator with the saved settings, and says in a sentence what is wrong and what to do. */
function TestMail({ settings }: { settings: MailSettings }) {
  const t = useTranslations('installation.mail')
  const test = useMutation({ mutationFn: testMail })
  const { host, port, sender_address: sender } = settings
  return (
    <TrySettings label={t('test')} test={test}>
      {({ outcome, to, status }) =>
        t(`outcomes.${outcome}`, { host, port: String(port), sender, to, status: String(status ?? '') })
      }
    </TrySettings>
  )
}
