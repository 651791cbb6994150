import 'server-only'
import { eq } from 'drizzle-orm'
import { mkdtemp, mkdir, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { getTranslator } from '../../../core/i18n/server'
import type { IssueKey } from '../../../core/api/issues'
import { recordActivity } from '../../../core/server/activity/record'
import { config } from '../../../core/server/config/config'
import type { AccountContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { users } from '../../../core/server/tables/users'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import type { BackupPlan, BackupPlanChange } from '../../backups'
import { backupPlan } from '../tables'

/** A seal context: the passphrase can be unsealed nowhere else. */
export const backupPassphraseContext = 'installation:backup_passphrase'

type Row = typeof backupPlan.$inferSelect
type Change = Omit<BackupPlanChange, 'version'>
type Loaded = { row: Row; setBy: string | null }

const unsaved: Row = {
  id: 1,
  folder: '',
  hour: 2,
  keepDaily: 7,
  keepWeekly: 4,
  passphraseSealed: null,
  passphraseSetAt: null,
  passphraseSetBy: null,
  version: 1,
}

async function load(db: Database): Promise<Loaded> {
  const [found] = await db
    .select({ row: backupPlan, setBy: users.name })
    .from(backupPlan)
    .leftJoin(users, eq(users.id, backupPlan.passphraseSetBy))
    .where(eq(backupPlan.id, 1))
  return found ?? { row: unsaved, setBy: null }
}

/** The plan in force. Only a backup unseals the passphrase. */
export async function planOf({ db, sealer }: Pick<Engine, 'db' | 'sealer'>) {
  const loaded = await load(db)
  const { folder, hour, keep_daily: keepDaily, keep_weekly: keepWeekly, passphrase: known } = toPlan(loaded)
  const passphrase = (): string | null => {
    const { passphraseSealed: sealed } = loaded.row
    return config.get().backup.passphrase ?? (sealed && sealer.unseal(sealed, backupPassphraseContext))
  }
  return { folder, hour, keepDaily, keepWeekly, isEncrypted: known !== null, passphrase }
}

/** The effective settings: the environment overrides saved ones. The passphrase only appears as present. */
export const readBackupPlan = async ({ engine }: Pick<AccountContext, 'engine'>): Promise<BackupPlan> =>
  toPlan(await load(engine.db))

function toPlan({ row, setBy }: Loaded): BackupPlan {
  const given = config.get().backup
  const saved = row.passphraseSealed && { set_at: row.passphraseSetAt?.toISOString() ?? null, set_by: setBy }
  return {
    folder: given.folder ?? row.folder,
    hour: given.hour ?? row.hour,
    keep_daily: given.keepDaily ?? row.keepDaily,
    keep_weekly: given.keepWeekly ?? row.keepWeekly,
    passphrase: given.passphrase === null ? saved : { set_at: null, set_by: null },
    given: {
      folder: given.folder !== null,
      hour: given.hour !== null,
      keep_daily: given.keepDaily !== null,
      keep_weekly: given.keepWeekly !== null,
      passphrase: given.passphrase !== null,
    },
    version: row.version,
  }
}

/**
 * The passphrase is sealed, and recorded only as changed.
 * @throws AppError `conflict` with the current values; `invalid` if the environment sets a field, or the folder cannot be
 *   written to
 */
export async function changeBackupPlan(
  { engine, person }: AccountContext,
  { version, ...change }: BackupPlanChange,
): Promise<BackupPlan> {
  if (change.folder !== (await readBackupPlan({ engine })).folder) await requireWritable(change.folder)
  const saved = await engine.db.transaction(async (tx) => {
    await tx.insert(backupPlan).values({ id: 1 }).onConflictDoNothing()
    await tx.select({ id: backupPlan.id }).from(backupPlan).where(eq(backupPlan.id, 1)).for('update')
    const loaded = await load(tx)
    const before = toPlan(loaded)
    if (before.version !== version) throw new AppError('conflict', { current: before })
    requireFree(before, change)
    const changed = changedFields(before, change)
    if (changed.length === 0) return loaded
    const { given } = before
    const next: Partial<Row> = {
      ...(!given.folder && { folder: change.folder }),
      ...(!given.hour && { hour: change.hour }),
      ...(!given.keep_daily && { keepDaily: change.keep_daily }),
      ...(!given.keep_weekly && { keepWeekly: change.keep_weekly }),
      ...passphraseOf(change),
      version: version + 1,
    }
    await tx.update(backupPlan).set(next).where(eq(backupPlan.id, 1))
    const { hour, keep_daily, keep_weekly } = change
    const detail = { changed, is_on: change.folder !== '', hour, keep_daily, keep_weekly }
    await recordActivity(
      tx,
      { shop: null, actor: person },
      { action: 'installation.backups_changed', detail },
    )
    return load(tx)
  })
  return toPlan(saved)

  function passphraseOf({ passphrase, forgets_passphrase: isForgotten }: Change): Partial<Row> {
    if (isForgotten) return { passphraseSealed: null, passphraseSetAt: null, passphraseSetBy: null }
    if (passphrase === undefined) return {}
    return {
      passphraseSealed: engine.sealer.seal(passphrase, backupPassphraseContext),
      passphraseSetAt: new Date(),
      passphraseSetBy: person.userId,
    }
  }
}

const planFields = ['folder', 'hour', 'keep_daily', 'keep_weekly'] as const

/** A form sends values of the environment back unchanged. */
function requireFree({ given, ...before }: BackupPlan, change: Change): void {
  for (const field of planFields)
    if (given[field] && before[field] !== change[field]) refuse(field, 'set_by_environment')
  if (given.passphrase && (change.passphrase !== undefined || change.forgets_passphrase))
    refuse('passphrase', 'set_by_environment')
}

function changedFields(before: BackupPlan, change: Change): string[] {
  const fields: string[] = planFields.filter((field) => before[field] !== change[field])
  const isOther = change.forgets_passphrase ? before.passphrase !== null : change.passphrase !== undefined
  return isOther ? [...fields, 'passphrase'] : fields
}

/** Creates the folder, for this user only, and writes into it. */
async function requireWritable(folder: string): Promise<void> {
  if (folder === '') return
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await rmdir(await mkdtemp(path.join(folder, '.counterfoil-')))
  } catch {
    refuse('folder', 'folder_unusable')
  }
}

function refuse(field: string, issue: IssueKey): never {
  throw new AppError('invalid', { errors: { [field]: [getTranslator('issues')(issue)] } })
}

type Made = { id: string; startedAt: Date }

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** The Monday of its week. */
function weekOf(at: Date): string {
  const day = new Date(at)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return dayOf(day)
}

/**
 * Returns those that need not be kept: all but the newest of each of the last `daily` days and `weekly` weeks that have
 * one (UTC). The newest of all is always kept.
 */
export function outdatedBackups<Backup extends Made>(
  made: readonly Backup[],
  { daily, weekly }: { daily: number; weekly: number },
): Backup[] {
  const newestFirst = made.toSorted((one, other) => other.startedAt.getTime() - one.startedAt.getTime())
  const kept = new Set(newestFirst.slice(0, 1).map(({ id }) => id))
  for (const [most, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
  ] as const) {
    const seen = new Set<string>()
    for (const { id, startedAt } of newestFirst) {
      const period = periodOf(startedAt)
      if (seen.has(period) || seen.size >= most) continue
      seen.add(period)
      kept.add(id)
    }
  }
  return newestFirst.filter(({ id }) => !kept.has(id))
}
