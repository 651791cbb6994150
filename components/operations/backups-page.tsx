'use client'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageTitle } from '@/components/ui/page-title'
import { backupPlanOptions, backupsOptions, backUpNow, changeBackupPlan } from '@/lib/operations/client'
import { useSizeText } from '@/components/import/size-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { toast } from '@/components/ui/overlays/toast-store'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { ApiError } from '@/lib/core/api/http'
import { type Backup, backupPlanForm, type BackupPlan, type BackupPlanForm } from '@/lib/operations/backups'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useWatch } from 'react-hook-form'
import { FormNumberField, FormSwitch, FormTextField, wholeNumber } from '@/components/form/fields/fields'
import { noAutofill } from '@/components/form/layout'
import type { ZodForm } from '@/components/form/use-zod-form'
import { LastInstallationChange } from '@/components/settings/last-change'
import { SettingsForm, SettingsSection } from '@/components/settings/settings-form'
import { useInstallationForm } from '@/components/settings/use-installation-form'
import { when } from '@/components/time/when'

/** When and where backups are made, and how the last ones ended, for administrators of the installation. */
export function BackupsPage() {
  const t = useTranslations('backups')
  const plan = useQuery(backupPlanOptions())
  const list = useQuery(backupsOptions())
  const failed = [plan, list].find((query) => query.isError && !query.data)
  return (
    <>
      <PageTitle className="mb-1">{t('title')}</PageTitle>
      <p className="mb-4 text-md text-muted">{t('about')}</p>
      <RefreshNotice query={list} />
      <div className="grid gap-4">
        {failed && <QueryError query={failed} title={t('failedTitle')} />}
        {list.data?.is_overdue && (
          <p role="status" className="rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
            {t('overdue')}
          </p>
        )}
        {plan.data && <PlanForm plan={plan.data} />}
        {plan.data && list.data && (
          <BackupList backups={list.data.backups} hasFolder={plan.data.folder !== ''} />
        )}
      </div>
    </>
  )
}

interface BackupListProps {
  backups: readonly Backup[]
  /** Whether there is a place for a backup made now. */
  hasFolder: boolean
}

/** When each was made, how large it is and how long it took, or why it failed. */
function BackupList({ backups, hasFolder }: BackupListProps) {
  const t = useTranslations('backups')
  const errors = useTranslations('errors')
  const client = useQueryClient()
  const now = useMutation({
    mutationFn: backUpNow,
    onSuccess: (list) => {
      storeAnswer(client, backupsOptions().queryKey, list)
      toast(t('asked'))
    },
    onError: (error) => toast(error instanceof ApiError ? error.title : errors('network'), 'bad', { error }),
  })
  const isRunning = backups.some(({ outcome }) => outcome === null)
  return (
    <Card>
      <Section
        title={t('last')}
        actions={
          hasFolder && (
            <Button size="sm" isPending={now.isPending} isDisabled={isRunning} onPress={() => now.mutate()}>
              {t('now')}
            </Button>
          )
        }
      >
        {backups.length === 0 ? (
          <p className="text-md/5 text-muted">{t('none')}</p>
        ) : (
          <ul className="grid gap-3">
            {backups.map((backup) => (
              <li key={backup.id} className="border-b pb-3 last:border-b-0 last:pb-0">
                <Row backup={backup} />
              </li>
            ))}
          </ul>
        )}
      </Section>
    </Card>
  )
}

const tones: Record<NonNullable<Backup['outcome']>, Tone> = { good: 'ok', failed: 'bad', cut: 'warn' }

function Row({ backup }: { backup: Backup }) {
  const t = useTranslations('backups')
  const size = useSizeText()
  const { outcome, bytes, seconds, error, asked_by: askedBy } = backup
  const facts = [
    bytes === null ? null : size(bytes),
    outcome === null || seconds === null ? null : t('took', { seconds }),
    outcome === 'good' ? t(backup.is_encrypted ? 'encrypted' : 'notEncrypted') : null,
    askedBy === null ? t('scheduled') : t('askedBy', { name: askedBy }),
    t('on', { machine: backup.machine }),
    outcome === 'good' && !backup.is_kept ? t('removed') : null,
  ]
  return (
    <div className="grid gap-1 text-md/5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium">
          <RelativeTime at={backup.started_at} />
        </span>
        <Badge tone={outcome === null ? 'info' : tones[outcome]} hasDot={outcome === null}>
          {t(`states.${outcome ?? 'running'}`)}
        </Badge>
      </div>
      <p className="text-sm text-muted wrap-anywhere">{facts.filter((fact) => fact !== null).join(' · ')}</p>
      {outcome === 'good' && <p className="font-mono text-xs text-muted wrap-anywhere">{backup.file}</p>}
      {outcome === 'cut' && <p className="text-sm text-warn">{t('cut')}</p>}
      {error !== null && (
        <p className="text-sm text-danger wrap-anywhere whitespace-pre-line">{t('failed', { error })}</p>
      )}
    </div>
  )
}

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
function PlanForm({ plan }: { plan: BackupPlan }) {
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
