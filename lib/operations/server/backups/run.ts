import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { correlatedLog } from '../../../core/server/log/log'
import type { Engine } from '../../../db/engine'
import { backups } from '../tables'
import { BackupFailed, runBackupCommand } from './command'
import { outdatedBackups, planOf } from './plan'
import { secondsFromNow, whereLeaseOver } from '../../../core/server/sql'

/** An instance that died keeps the right to make a backup no longer than this. */
const leaseSeconds = 60
const renewMs = 15_000
const leaseEndsAt = secondsFromNow(leaseSeconds)

/** A backup that takes longer hangs, for example on a network folder that does not answer. */
const limitMs = 12 * 3_600_000

/** A failed backup is tried again after this time. */
const againAfterMs = 3_600_000
const dayMs = 86_400_000

type Plan = Awaited<ReturnType<typeof planOf>>
type Claimed = { id: string; file: string; plan: Plan }

export async function startBackups(engine: Engine): Promise<void> {
  const { queues } = engine
  await queues.define('backups.due', async () => void (await beginDueBackup(engine)))
  // Runs often, so that a missed backup is made soon after the start.
  await queues.schedule('backups.due', '*/10 * * * *')
}

/** Begins a due backup, unless another instance makes or made it. Returns whether it did. */
export async function beginDueBackup(engine: Engine): Promise<boolean> {
  if (!(await isBackupDue(engine))) return false
  const claimed = await claim(engine, null)
  if (!claimed) return false
  // Another one may have been made between the check and the claim.
  if (await isBackupDue(engine, { besides: claimed.id })) {
    makeInBackground(engine, claimed)
    return true
  }
  await engine.db.delete(backups).where(eq(backups.id, claimed.id))
  return false
}

type Asked = { now?: number; besides?: string }

/**
 * Whether a backup is due: no successful one has begun since the last planned time, and the last attempt is old enough.
 * A backup dated later than now does not count: the clock was put back since.
 * @param now by the database's clock, which also dates backups
 * @param besides the ID of a claim that does not count
 */
export async function isBackupDue(
  engine: Pick<Engine, 'db' | 'sealer'>,
  { now: given, besides }: Asked = {},
): Promise<boolean> {
  const { folder, hour } = await planOf(engine)
  if (folder === '') return false
  const now = given ?? (await databaseTime(engine))
  const today = new Date(now).setUTCHours(hour, 0, 0, 0)
  const since = today > now ? today - dayMs : today
  const [good, last] = await Promise.all([
    lastStart(engine, { now, besides }, 'good'),
    lastStart(engine, { now, besides }),
  ])
  if (good !== null && good >= since) return false
  return last === null || last < since || last <= now - againAfterMs
}

/** Rounded up, so that what has just begun is not later. */
async function databaseTime({ db }: Pick<Engine, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(
    sql`SELECT ceil(extract(epoch FROM now()) * 1000)::float8 AS now`,
  )
  return rows[0]?.now ?? Date.now()
}

async function lastStart(
  { db }: Pick<Engine, 'db'>,
  { now, besides }: { now: number; besides: string | undefined },
  outcome?: 'good',
): Promise<number | null> {
  const [row] = await db
    .select({ at: backups.startedAt })
    .from(backups)
    .where(
      and(
        lte(backups.startedAt, new Date(now)),
        outcome && eq(backups.outcome, outcome),
        besides ? ne(backups.id, besides) : undefined,
      ),
    )
    .orderBy(desc(backups.startedAt))
    .limit(1)
  return row?.at.getTime() ?? null
}

/**
 * Begins a backup, unless one is being made anywhere in the installation or there is no folder for it. Returns whether
 * it did. The list shows the outcome.
 */
export async function beginBackup(engine: Engine, askedBy: string | null): Promise<boolean> {
  const claimed = await claim(engine, askedBy)
  if (!claimed) return false
  makeInBackground(engine, claimed)
  return true
}

function makeInBackground(engine: Engine, claimed: Claimed): void {
  const log = correlatedLog()
  engine.inBackground(
    () => make(engine, claimed),
    (error) => log.error({ err: error }, 'a backup was not recorded'),
  )
}

/** Claims the right to make a backup. Null if another instance holds it, or there is no folder. */
async function claim(engine: Engine, askedBy: string | null): Promise<Claimed | null> {
  const { db } = engine
  const plan = await planOf(engine)
  if (plan.folder === '') return null
  const { isEncrypted } = plan
  const id = randomUUID()
  const stamp = new Date().toISOString().replaceAll(':', '').replace(/\.\d+Z$/, 'Z') // prettier-ignore
  const name = `counterfoil-${stamp}-${id.slice(0, 8)}.tar.gz${isEncrypted ? '.age' : ''}`
  const file = path.join(plan.folder, name)
  await db
    .update(backups)
    .set({ endedAt: sql`now()`, outcome: 'cut' })
    .where(and(isNull(backups.endedAt), whereLeaseOver(backups.leaseEndsAt)))
  const made = await db
    .insert(backups)
    .values({ id, file, machine: hostname(), isEncrypted, leaseEndsAt, askedBy })
    .onConflictDoNothing()
    .returning({ id: backups.id })
  return made.length === 0 ? null : { id, file, plan }
}

async function make(engine: Engine, { id, file, plan }: Claimed): Promise<void> {
  const { db, ending } = engine
  const log = correlatedLog()
  const limit = AbortSignal.timeout(limitMs)
  const whereBackup = and(eq(backups.id, id), isNull(backups.endedAt))
  const renew = () => db.update(backups).set({ leaseEndsAt }).where(whereBackup)
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn({ err: error }, 'the lease of a backup was not renewed'))
  }, renewMs)
  const end = (values: Partial<typeof backups.$inferInsert>) =>
    db
      .update(backups)
      .set({ ...values, endedAt: sql`now()` })
      .where(whereBackup)
      .returning({ id: backups.id })
  try {
    await mkdir(plan.folder, { recursive: true, mode: 0o700 })
    await runBackupCommand(file, { passphrase: passphraseOf(plan), signal: AbortSignal.any([ending, limit]) })
    const { size: bytes } = await stat(file)
    if ((await end({ outcome: 'good', bytes })).length === 0) return await rm(file, { force: true })
    log.info({ event: 'backup.made', bytes }, 'backup')
    await removeUnfinished(engine)
    // Not by the plan at the beginning: a person may have decided to keep more since.
    await removeOutdated(engine, await planOf(engine))
  } catch (error) {
    const isCut = ending.aborted
    const reason = limit.aborted ? 'It took longer than 12 hours, and was ended.' : reasonOf(error)
    const ended = await end(isCut ? { outcome: 'cut' } : { outcome: 'failed', error: reason })
    if (ended.length > 0) await rm(file, { force: true })
    if (!isCut) log.error({ event: 'backup.failed', err: error }, 'backup')
  } finally {
    clearInterval(timer)
  }
}

function passphraseOf(plan: Plan): string | null {
  try {
    return plan.passphrase()
  } catch (cause) {
    throw new BackupFailed('The saved passphrase opens with no sealing key that is here. Enter it again.', {
      cause,
    })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof BackupFailed) return error.message
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

/** Names that this application gives backups: only such files are removed. */
const archiveName = /^counterfoil-[\dTZ-]+-[\da-f]{8}\.tar\.gz(\.age)?$/

/**
 * Removes files of good backups that newer ones replace. Called after a good one. One dated later than now replaces none,
 * and is kept until then: the clock was put back since.
 */
export async function removeOutdated(
  { db }: Pick<Engine, 'db'>,
  { keepDaily, keepWeekly }: Pick<Plan, 'keepDaily' | 'keepWeekly'>,
): Promise<void> {
  const made = await db
    .select({ id: backups.id, startedAt: backups.startedAt, file: backups.file, machine: backups.machine })
    .from(backups)
    .where(and(eq(backups.outcome, 'good'), isNull(backups.removedAt), lte(backups.startedAt, sql`now()`)))
  for (const { id, file, machine } of outdatedBackups(made, { daily: keepDaily, weekly: keepWeekly })) {
    if (!archiveName.test(path.basename(file)) || !(await removeFile(file, machine))) continue
    await db
      .update(backups)
      .set({ removedAt: sql`now()` })
      .where(eq(backups.id, id))
  }
}

/**
 * Removes the files of failed and cut backups. If an instance is killed, its backup command may still finish the file, but
 * nothing records that the backup is good.
 */
async function removeUnfinished({ db }: Pick<Engine, 'db'>): Promise<void> {
  const left = await db
    .select({ file: backups.file, machine: backups.machine })
    .from(backups)
    .where(inArray(backups.outcome, ['cut', 'failed']))
  for (const { file, machine } of left)
    if (archiveName.test(path.basename(file))) await removeFile(file, machine)
}

/** Removes a file. Returns false if it cannot be removed, or is on another machine and not visible here. */
async function removeFile(file: string, machine: string): Promise<boolean> {
  try {
    await unlink(file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return machine === hostname()
    correlatedLog().warn({ event: 'backup.not_removed', err: error }, 'an outdated backup was not removed')
    return false
  }
}
