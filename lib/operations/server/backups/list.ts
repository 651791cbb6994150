import 'server-only'
import { desc, eq } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { AccountContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { users } from '../../../core/server/tables/users'
import { backupAge } from '../../../core/server/metrics/overdue-backup'
import type { Backup, BackupList } from '../../backups'
import { backups } from '../tables'
import { planOf } from './plan'
import { beginBackup } from './run'

const most = 30

export async function listBackups({ engine }: Pick<AccountContext, 'engine'>): Promise<BackupList> {
  const { db } = engine
  const rows = await db
    .select({ backup: backups, askedBy: users.name })
    .from(backups)
    .leftJoin(users, eq(users.id, backups.askedBy))
    .orderBy(desc(backups.startedAt))
    .limit(most)
  const { isOverdue } = await backupAge(db)
  return { backups: rows.map(toBackup), is_overdue: isOverdue }
}

type Listed = { backup: typeof backups.$inferSelect; askedBy: string | null }

const toBackup = ({ backup, askedBy }: Listed): Backup => ({
  id: backup.id,
  started_at: backup.startedAt.toISOString(),
  outcome: backup.outcome,
  seconds: backup.endedAt && Math.round((backup.endedAt.getTime() - backup.startedAt.getTime()) / 1000),
  error: backup.error,
  file: backup.file,
  machine: backup.machine,
  is_encrypted: backup.isEncrypted,
  bytes: backup.bytes,
  asked_by: askedBy,
  is_kept: backup.outcome === 'good' && backup.removedAt === null,
})

/** @throws AppError `in_progress` if one is being made; `not_found` if there is no folder for it */
export async function backUpNow({ engine, person }: AccountContext): Promise<BackupList> {
  const { folder } = await planOf(engine)
  if (folder === '') throw new AppError('not_found')
  if (!(await beginBackup(engine, person.userId))) throw new AppError('in_progress')
  await recordActivity(engine.db, { shop: null, actor: person }, { action: 'installation.backup_asked' })
  return listBackups({ engine })
}
