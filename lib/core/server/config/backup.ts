import 'server-only'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { backupLimits } from '../../backup-limits'

/** The environment's settings for scheduled backups. Each part that it sets overrides the installation settings. */
export type BackupConfig = {
  folder: string | null
  hour: number | null
  keepDaily: number | null
  keepWeekly: number | null
  passphrase: string | null
}

const whole = ({ min, max }: { min: number; max: number }) => {
  const wanted = `must be a number, ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,4}$/, wanted)
    .transform(Number)
    .refine((count) => count >= min && count <= max, wanted)
    .optional()
}

export const backupEnvironment = {
  BACKUP_FOLDER: z
    .string()
    .max(backupLimits.folder)
    .refine((folder) => isAbsolute(folder), 'must be the full path of a folder')
    .optional(),
  BACKUP_HOUR: whole(backupLimits.hour),
  BACKUP_KEEP_DAILY: whole(backupLimits.keepDaily),
  BACKUP_KEEP_WEEKLY: whole(backupLimits.keepWeekly),
  BACKUP_PASSPHRASE: z.string().optional(),
}

type Environment = z.output<z.ZodObject<typeof backupEnvironment>>

export const backupConfig = (env: Environment): BackupConfig => ({
  folder: env.BACKUP_FOLDER ?? null,
  hour: env.BACKUP_HOUR ?? null,
  keepDaily: env.BACKUP_KEEP_DAILY ?? null,
  keepWeekly: env.BACKUP_KEEP_WEEKLY ?? null,
  passphrase: env.BACKUP_PASSPHRASE ?? null,
})
