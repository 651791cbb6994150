'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormNumberField, FormSwitch, FormTextField, wholeNumber } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import type { ZodForm } from '@/components/form/use-zod-form'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { useInstallationForm } from '@/components/settings/use-installation-form'
import { when } from '@/components/time/when'
import { backupPlanForm, type BackupPlan, type BackupPlanForm } from '@/lib/operations/backups'
import { backupPlanOptions, changeBackupPlan } from '@/lib/operations/client'

/** The field starts empty, because a saved passphrase is never shown. */
const valuesOf = ({ given: _given, passphrase: _passphrase, version: _version, ...rest }: BackupPlan) => ({
  ...rest,
  passphrase: '',
  forgets_passphrase: false,
})

/** An empty passphrase keeps the saved one. */
function prepare({ passphrase, forgets_passphrase: isForgotten, ...plan }: BackupPlanForm) {
  return {
    ...plan,
    hour: wholeNumber(plan.hour),
    keep_daily: wholeNumber(plan.keep_daily),
    keep_weekly: wholeNumber(plan.keep_weekly),
    ...(isForgotten ? { forgets_passphrase: true } : passphrase && { passphrase }),
  }
}

const numbers = [
  { name: 'hour', variable: 'BACKUP_HOUR', label: 'hour', text: 'hourHint' },
  { name: 'keep_daily', variable: 'BACKUP_KEEP_DAILY', label: 'keepDaily', text: 'keepDailyHint' },
  { name: 'keep_weekly', variable: 'BACKUP_KEEP_WEEKLY', label: 'keepWeekly', text: 'keepWeeklyHint' },
] as const

/** When backups are made, where, how they are encrypted, and how long they are kept. */
export function PlanForm({ plan }: { plan: BackupPlan }) {
  const t = useTranslations('backups.plan')
  const { form, save } = useInstallationForm({
    schema: backupPlanForm,
    settings: plan,
    valuesOf,
    prepare,
    send: changeBackupPlan,
    queryKey: backupPlanOptions().queryKey,
  })
  const { control } = form
  const { given } = plan
  const hint = (isGiven: boolean, variable: string, text: string) =>
    isGiven ? t('given', { variable }) : text
  return (
    <SettingsForm
      form={form}
      onSubmit={save}
      saveLabel={t('save')}
      actions={<LastInstallationChange part="backups" />}
    >
      <SettingsSection title={t('title')}>
        <FormTextField
          control={control}
          name="folder"
          label={t('folder')}
          isReadOnly={given.folder}
          hint={hint(given.folder, 'BACKUP_FOLDER', t('folderHint'))}
          spellCheck="false"
          {...noAutofill}
        />
        <div className="grid items-start gap-3 sm:grid-cols-3">
          {numbers.map(({ name, variable, label, text }) => (
            <FormNumberField
              key={name}
              control={control}
              name={name}
              label={t(label)}
              isReadOnly={given[name]}
              hint={hint(given[name], variable, t(text))}
            />
          ))}
        </div>
        <Passphrase form={form} plan={plan} />
      </SettingsSection>
    </SettingsForm>
  )
}

function Passphrase({ form: { control }, plan }: { form: ZodForm<typeof backupPlanForm>; plan: BackupPlan }) {
  const t = useTranslations('backups.plan')
  const { passphrase, given } = plan
  const isForgotten = useWatch({ control, name: 'forgets_passphrase' })
  if (given.passphrase) return <p className="text-sm text-muted">{t('passphraseGiven')}</p>
  return (
    <>
      {!isForgotten && (
        <FormTextField
          control={control}
          name="passphrase"
          label={t('passphrase')}
          type="password"
          autoComplete="new-password"
          className="max-w-md"
          hint={
            passphrase?.set_at
              ? t.rich('passphraseKept', { name: passphrase.set_by ?? '', when: when(passphrase.set_at) })
              : t('passphraseHint')
          }
        />
      )}
      {passphrase ? (
        <FormSwitch control={control} name="forgets_passphrase">
          {t('forget')}
        </FormSwitch>
      ) : (
        <p className="text-sm text-warn">{t('plain')}</p>
      )}
    </>
  )
}
