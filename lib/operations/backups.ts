/** Scheduled backups on our own API, for administrators of the installation. */
import { z } from 'zod'
import { backupLimits } from '../core/backup-limits'

/** `cut`: the application stopped meanwhile. */
export const backupOutcomes = ['good', 'failed', 'cut'] as const
export type BackupOutcome = (typeof backupOutcomes)[number]

const whole = ({ min, max }: { min: number; max: number }) =>
  z.int('not_a_number').min(min, 'too_small').max(max, 'too_big')

/** Matches absolute paths of Unix and Windows. */
const isFullPath = (path: string): boolean => /^(\/|[a-z]:[\\/])/i.test(path)

const fields = {
  /** On the server. Empty: there are no automatic backups. */
  folder: z
    .string()
    .trim()
    .max(backupLimits.folder, 'too_long')
    .refine((folder) => folder === '' || isFullPath(folder), 'not_a_full_path'),
  /** Of the day, UTC. */
  hour: whole(backupLimits.hour),
  keep_daily: whole(backupLimits.keepDaily),
  keep_weekly: whole(backupLimits.keepWeekly),
}

export const backupPlan = z.object({
  ...fields,
  /** Null: backups are not encrypted. `set_by`: null if the environment sets it. */
  passphrase: z.object({ set_at: z.iso.datetime().nullable(), set_by: z.string().nullable() }).nullable(),
  /** Settings of the environment, which cannot be changed here. */
  given: z.object({
    folder: z.boolean(),
    hour: z.boolean(),
    keep_daily: z.boolean(),
    keep_weekly: z.boolean(),
    passphrase: z.boolean(),
  }),
  version: z.int(),
})
export type BackupPlan = z.output<typeof backupPlan>

const passphraseLength = { min: 12, max: 500 }

export const backupPlanForm = z.strictObject({
  ...fields,
  /** Absent: the saved one stays. */
  passphrase: z
    .string()
    .min(passphraseLength.min, 'password_too_short')
    .max(passphraseLength.max, 'too_long')
    .optional(),
  /** Whether backups are no longer encrypted. */
  forgets_passphrase: z.boolean('not_a_boolean').optional(),
})

export type BackupPlanForm = z.output<typeof backupPlanForm>

/** Refused if someone changed the plan since `version`. */
export const backupPlanChange = backupPlanForm.extend({ version: z.int() })
export type BackupPlanChange = z.output<typeof backupPlanChange>

const backup = z.object({
  id: z.string(),
  started_at: z.iso.datetime(),
  /** Null while it is being made. */
  outcome: z.enum(backupOutcomes).nullable(),
  seconds: z.int().nullable(),
  /** Why it failed, in the words of the command. */
  error: z.string().nullable(),
  file: z.string(),
  machine: z.string(),
  is_encrypted: z.boolean(),
  bytes: z.int().nullable(),
  /** The person who requested it. Null: the schedule. */
  asked_by: z.string().nullable(),
  is_kept: z.boolean(),
})
export type Backup = z.output<typeof backup>

/** The last ones, newest first. `is_overdue`: the last good one is older than it should be. */
export const backupList = z.object({
  backups: z.array(backup),
  is_overdue: z.boolean(),
})
export type BackupList = z.output<typeof backupList>
