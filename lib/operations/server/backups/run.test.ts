import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backupAge } from '../../../core/server/metrics/overdue-backup'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import type { BackupOutcome } from '../../backups'
import { backupPlan, backups } from '../tables'
import { runBackupCommand } from './command'
import { beginBackup, beginDueBackup, isBackupDue } from './run'

vi.mock('./command')

onEachEngine('backups that are made', (kind) => {
  const office = testOffice(kind)
  let folder: string
  let work: Promise<unknown> | undefined
  beforeEach(async () => {
    const { db } = office.engine
    folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-backups-'))
    await db.delete(backups)
    await db.delete(backupPlan)
    await db.insert(backupPlan).values({ id: 1, folder, keepDaily: 1, keepWeekly: 0 })
    vi.mocked(runBackupCommand).mockImplementation(async (to) => writeFileSync(to, ''))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const engine = () => ({
    ...office.engine,
    inBackground: (begin: () => Promise<unknown>) => void (work = begin()),
  })
  /** A backup of that day, whose file is there. Without an outcome, it is being made. */
  const note = async (day: string, outcome: BackupOutcome | null) => {
    const file = path.join(folder, `counterfoil-${day}T020000Z-00000000.tar.gz`)
    writeFileSync(file, '')
    const startedAt = new Date(`${day}T02:00Z`)
    const times = { startedAt, endedAt: outcome && startedAt, leaseEndsAt: startedAt }
    await office.engine.db
      .insert(backups)
      .values({ id: crypto.randomUUID(), file, machine: hostname(), isEncrypted: false, ...times, outcome })
    return file
  }
  const outcomes = async () =>
    (await office.engine.db.select().from(backups).orderBy(backups.startedAt)).map(({ outcome }) => outcome)

  it('leave files that a person decided meanwhile to keep', async () => {
    const { db } = office.engine
    const file = await note('2026-06-01', 'good')
    vi.mocked(runBackupCommand).mockImplementation(async (to) => {
      writeFileSync(to, '')
      await db.update(backupPlan).set({ keepDaily: 7 })
    })
    expect(await beginBackup(engine(), null)).toBe(true)
    await work
    expect(await outcomes()).toEqual(['good', 'good'])
    expect(existsSync(file)).toBe(true)
  })

  it('are not held back or replaced by those from before the clock was put back', async () => {
    const files = [await note('2026-06-01', 'good'), await note('2999-06-01', 'good')]
    await note('2999-06-02', null)
    expect(await backupAge(office.engine.db)).toMatchObject({ isOverdue: true })
    expect(await beginDueBackup(engine())).toBe(true)
    await work
    expect(await outcomes()).toEqual(['good', 'good', 'good', 'cut'])
    expect(await isBackupDue(office.engine)).toBe(false)
    expect(await backupAge(office.engine.db)).toMatchObject({ hours: expect.any(Number), isOverdue: false })
    const [made] = vi.mocked(runBackupCommand).mock.lastCall ?? []
    expect([made ?? '', ...files].map((file) => existsSync(file))).toEqual([true, false, true])
  })

  it('remove the files that others finished after their instance was killed', async () => {
    const left = [
      await note('2026-06-01', 'cut'),
      await note('2026-06-02', 'failed'),
      await note('2026-06-03', null),
    ]
    expect(await beginBackup(engine(), null)).toBe(true)
    await work
    expect(await outcomes()).toEqual(['cut', 'failed', 'cut', 'good'])
    expect(left.map((file) => existsSync(file))).toEqual([false, false, false])
  })

  it('keep no file that could not be listed as good', async () => {
    const { db } = office.engine
    await db.execute(`CREATE FUNCTION go_away() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'terminating connection' USING ERRCODE = '57P01'; END $$`)
    await db.execute(`CREATE TRIGGER go_away BEFORE UPDATE ON backups FOR EACH ROW
        WHEN (NEW.outcome = 'good') EXECUTE FUNCTION go_away()`)
    expect(await beginBackup(engine(), null)).toBe(true)
    await work
    await db.execute('DROP FUNCTION go_away CASCADE')
    expect(await outcomes()).toEqual(['failed'])
    const [made] = vi.mocked(runBackupCommand).mock.lastCall ?? []
    expect(existsSync(made ?? '')).toBe(false)
  })

  it('end after a time limit, so that the next one can begin', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
    vi.mocked(runBackupCommand).mockImplementation(async (_to, { signal }) => signal.throwIfAborted())
    expect(await beginBackup(engine(), null)).toBe(true)
    await work
    expect(await office.engine.db.select().from(backups)).toMatchObject([
      { outcome: 'failed', error: expect.stringContaining('12 hours'), endedAt: expect.any(Date) },
    ])
  })
})
