import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { alerts } from '@/lib/alerts/server/tables'
import { judgeInstallation } from '@/lib/alerts/server/judge'
import { config } from '@/lib/core/server/config/config'
import { activity } from '@/lib/core/server/tables/requests'
import { users } from '@/lib/core/server/tables/users'
import { onEachEngine } from '@/lib/db/testing-engines'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '@/lib/testing/application'
import { backupList, type BackupList, type BackupPlan } from '../backups'
import { beginBackup, beginDueBackup, isBackupDue, removeOutdated } from '../server/backups/run'
import { backupPlan, backups } from '../server/tables'
import { eventually } from '@/lib/testing/eventually'

const passphrase = 'correct horse battery 4711'
const verify = async (file: string, BACKUP_PASSPHRASE: string) =>
  (await import('@/scripts/lib/backup/testing')).admin(['restore', '--verify', file], { BACKUP_PASSPHRASE })

onEachEngine('scheduled backups with two shops', (kind) => {
  const app = testApplication(kind)
  let folder: string
  beforeAll(async () => {
    const { rows } = await app.engine.db.execute<{ name: string }>(sql`SELECT current_database() AS name`)
    const url = new URL(process.env.TEST_DATABASE_URL ?? 'postgres://none')
    url.pathname = rows[0]?.name ?? ''
    const where = kind === 'embedded' ? { DATA_DIR: app.folder ?? '' } : { DATABASE_URL: url.href }
    const env = { DATA_DIR: '', DATABASE_URL: '', ...where, SEALING_KEY: app.sealingKey.toString('hex') }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  })
  beforeEach(async () => {
    browser.person = app.owner.actor
    folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-backups-'))
    await app.engine.db.delete(backups)
    await app.engine.db.delete(backupPlan)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(() => vi.unstubAllEnvs())

  const api = apiOf<BackupPlan>(app, '/api/installation/')
  const call = <Body = BackupPlan>(method: string, at = 'backup-plan', body?: object) =>
    api<Body & { code?: string; errors?: object }>(method, at, body)
  const put = async (change: object = {}) => {
    const { version } = (await call('GET')).body
    return call('PUT', 'backup-plan', { folder, hour: 2, keep_daily: 7, keep_weekly: 4, version, ...change }) // prettier-ignore
  }
  const list = async () => (await call<BackupList>('GET', 'backups')).body
  const ended = () =>
    // oxlint-disable-next-line no-restricted-properties -- The command is a process of its own, and slow on a busy machine.
    vi.waitFor(
      async () => {
        const [last] = (await list()).backups
        expect(last?.outcome).toEqual(expect.any(String))
        return last!
      },
      { timeout: 100_000, interval: 200 },
    )

  it('are for administrators, and changes need a recent sign-in', async () => {
    const id = crypto.randomUUID()
    const email = `${id}@shop.example`
    await app.engine.db.insert(users).values({ id, email, name: 'Maria', passwordHash: '-' })
    for (const [who, status] of [
      [null, 401],
      [{ userId: id, email, name: 'Maria', provenSecondsAgo: 0 }, 403],
    ] as const) {
      browser.person = who
      for (const [method, at] of [['GET'], ['PUT'], ['GET', 'backups'], ['POST', 'backups']] as const)
        expect((await call(method, at, method === 'PUT' ? {} : undefined)).status).toBe(status)
    }
    browser.person = { ...app.owner.actor, provenSecondsAgo: 99_999 }
    expect((await put()).body.code).toBe('sign_in_again')
    browser.person = app.owner.actor
    expect((await call('POST', 'backups')).status).toBe(404)
  })

  it('go into a folder that can be written to, and keep their passphrase to themselves', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    for (const wrong of ['backups', path.join(folder, 'file'), path.join(folder, 'file', 'below')])
        expect(await put({ folder: wrong })).toMatchObject({ status: 422, body: { errors: { folder: expect.anything() } } }) // prettier-ignore
    expect(await put({ passphrase: 'short', hour: 24 })).toMatchObject({
      status: 422,
      body: { errors: { passphrase: expect.anything(), hour: expect.anything() } },
    })
    const own = path.join(folder, 'made', 'here')
    const saved = await put({ folder: own, passphrase })
    expect(saved).toMatchObject({ status: 200, body: { folder: own, passphrase: { set_by: app.owner.actor.name } } }) // prettier-ignore
    expect(statSync(own).mode & 0o077).toBe(0)
    for (const text of [JSON.stringify(saved), app.logged(), await app.dump()])
      expect(text).not.toContain(passphrase)
    expect((await put({ folder: own })).body.passphrase).not.toBeNull()
    expect((await put({ folder: own, forgets_passphrase: true })).body.passphrase).toBeNull()
    const stale = await call('PUT', 'backup-plan', { folder, hour: 2, keep_daily: 7, keep_weekly: 4, version: 1 }) // prettier-ignore
    expect(stale.status).toBe(409)
    const rows = await app.engine.db
      .select({ detail: activity.detail })
      .from(activity)
      .where(eq(activity.action, 'installation.backups_changed'))
      .orderBy(activity.id)
    expect(rows[0]?.detail).toMatchObject({ changed: ['folder', 'passphrase'], is_on: true })
    expect(JSON.stringify(rows)).not.toMatch(/horse|counterfoil-backups/)
  })

  it('yield to the environment', async () => {
    const before = config.get()
    config.set({ ...before, backup: { folder, hour: 5, keepDaily: null, keepWeekly: null, passphrase } })
    const given = { folder: true, hour: true, keep_daily: false, keep_weekly: false, passphrase: true }
    expect((await call('GET')).body).toMatchObject({ folder, hour: 5, keep_daily: 7, given })
    for (const change of [
      {},
      { hour: 5, folder: '/elsewhere' },
      { hour: 5, passphrase: passphrase.toUpperCase() },
    ])
      // prettier-ignore
      expect((await put(change)).status).toBe(422)
    expect((await put({ hour: 5, keep_daily: 3 })).body).toMatchObject({ hour: 5, keep_daily: 3 })
    config.set(before)
    expect((await call('GET')).body).toMatchObject({ folder: '', hour: 2, keep_daily: 3 })
  })

  it('are made by the command, encrypted, one at a time, with their outcome', async () => {
    await put({ passphrase })
    const begun = await call<BackupList>('POST', 'backups')
    expect([begun.status, backupList.parse(begun.body).backups[0]?.outcome]).toEqual([202, null])
    expect((await call('POST', 'backups')).body.code).toBe('in_progress')
    expect(await beginBackup(app.engine, null)).toBe(false)
    const made = await ended()
    expect(made).toMatchObject({ outcome: 'good', error: null, is_encrypted: true, is_kept: true, asked_by: app.owner.actor.name }) // prettier-ignore
    expect(readdirSync(folder)).toEqual([path.basename(made.file)])
    expect([statSync(made.file).size, statSync(made.file).mode & 0o077]).toEqual([made.bytes, 0])
    const { code, text } = await verify(made.file, passphrase)
    expect([code, text]).toEqual([0, expect.stringContaining('public.shops')])
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'a file, no folder')
    await call('POST', 'backups')
    const failed = await ended()
    expect(failed).toMatchObject({ outcome: 'failed', error: 'EEXIST', is_kept: false })
  }, 240_000)

  it('count as failed where the passphrase cannot be opened', async () => {
    await put({ passphrase })
    await app.engine.db.update(backupPlan).set({ passphraseSealed: Buffer.alloc(60, 2) })
    expect(await beginDueBackup(app.engine)).toBe(true)
    expect(await ended()).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('passphrase'),
      is_encrypted: true,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('are due once a day, at once after a missed hour, and again an hour after a failure', async () => {
    const day = (text: string) => Date.parse(`2026-06-${text}:00Z`)
    const due = (text: string) => isBackupDue(app.engine, { now: day(text) })
    const note = (text: string, outcome: 'good' | 'failed') =>
      app.engine.db.insert(backups).values({
        id: crypto.randomUUID(),
        startedAt: new Date(day(text)),
        endedAt: new Date(day(text)),
        leaseEndsAt: new Date(),
        outcome,
        file: '-',
        machine: '-',
        isEncrypted: false,
      })
    expect(await due('10T12:00')).toBe(false)
    await put()
    expect(await due('10T12:00')).toBe(true)
    await note('10T12:00', 'good')
    expect([await due('10T12:10'), await due('11T01:59'), await due('11T02:00')]).toEqual([false, false, true]) // prettier-ignore
    await note('11T02:00', 'failed')
    expect([await due('11T02:30'), await due('11T03:00')]).toEqual([false, true])
    // Both were made before the clock was put back.
    await note('20T02:00', 'good')
    await note('21T02:00', 'failed')
    expect([await due('11T02:30'), await due('11T03:00')]).toEqual([false, true])
  })

  it.skipIf(kind === 'embedded')(
    'are not made again where another instance ends one between the question and the claim',
    async () => {
      await put()
      let begun: Promise<boolean> | undefined
      await app.engine.db.transaction(async (tx) => {
        // Lets others check, but not claim.
        await tx.execute(sql`LOCK TABLE ${backups} IN EXCLUSIVE MODE`)
        begun = beginDueBackup(app.engine)
        await eventually(async () => {
          const { rows } = await tx.execute(
            sql`SELECT FROM pg_locks WHERE relation = 'backups'::regclass AND NOT granted`,
          )
          expect(rows).toHaveLength(1)
        })
        const made = { id: crypto.randomUUID(), file: '/elsewhere', machine: 'other', isEncrypted: false }
        const now = new Date()
        await tx.insert(backups).values({ ...made, leaseEndsAt: now, endedAt: now, outcome: 'good' })
      })
      expect(await begun).toBe(false)
      expect((await list()).backups).toMatchObject([{ outcome: 'good' }])
    },
  )

  it('remove outdated files of their own alone', async () => {
    const name = (at: string) => `counterfoil-${at}T020000Z-00000000.tar.gz`
    const foreign = path.join(folder, 'kept.tar.gz')
    writeFileSync(foreign, '')
    const note = async (file: string, at: string, machine: string) =>
      app.engine.db.insert(backups).values({
        id: crypto.randomUUID(),
        startedAt: new Date(`${at}T02:00:00Z`),
        endedAt: new Date(`${at}T02:00:00Z`),
        leaseEndsAt: new Date(),
        outcome: 'good',
        file,
        machine,
        isEncrypted: false,
      })
    const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']
    for (const at of days) {
      writeFileSync(path.join(folder, name(at)), '')
      await note(path.join(folder, name(at)), at, 'here')
    }
    await note(foreign, '2026-05-01', 'here')
    await note(path.join(folder, name('2026-05-02')), '2026-05-02', 'another machine')
    await removeOutdated(app.engine, { keepDaily: 2, keepWeekly: 0 })
    expect(readdirSync(folder).toSorted()).toEqual([name('2026-06-03'), name('2026-06-04'), 'kept.tar.gz'])
    const kept = (await list()).backups.filter(({ is_kept: isKept }) => isKept)
    expect(kept.map(({ file }) => path.basename(file))).toEqual([
      name('2026-06-04'),
      name('2026-06-03'),
      name('2026-05-02'),
      'kept.tar.gz',
    ])
  })

  it('remove outdated files also where one of them cannot be removed', async () => {
    const name = (day: number) => `counterfoil-2026-06-0${day}T020000Z-00000000.tar.gz`
    // The folder of an earlier plan is a file now.
    writeFileSync(path.join(folder, 'earlier'), '')
    const files = [1, 2, 3].map((day) => path.join(folder, day === 2 ? 'earlier' : '', name(day)))
    for (const [index, file] of files.entries()) {
      if (index !== 1) writeFileSync(file, '')
      const at = new Date(`2026-06-0${index + 1}T02:00:00Z`)
      const times = { startedAt: at, endedAt: at, leaseEndsAt: at }
      await app.engine.db.insert(backups).values({
        id: crypto.randomUUID(),
        ...times,
        outcome: 'good',
        file,
        machine: 'here',
        isEncrypted: false,
      })
    }
    await removeOutdated(app.engine, { keepDaily: 1, keepWeekly: 0 })
    expect(readdirSync(folder).toSorted()).toEqual([name(3), 'earlier'])
    const kept = (await list()).backups.filter(({ is_kept: isKept }) => isKept)
    expect(kept.map(({ file }) => file)).toEqual([files[2], files[1]])
  })

  it('raise an alert if none succeeded for a day, which closes by itself', async () => {
    const { db } = app.engine
    await db.delete(alerts)
    const open = async () => {
      await judgeInstallation(app.engine)
      return db.select().from(alerts).where(eq(alerts.kind, 'backup_overdue'))
    }
    await put()
    expect(await open()).toEqual([])
    const id = crypto.randomUUID()
    const old = {
      startedAt: sql`now() - interval '30 hours'`,
      endedAt: sql`now()`,
      leaseEndsAt: sql`now()`,
    }
    await db.insert(backups).values({ id, ...old, outcome: 'failed', file: '-', machine: '-', isEncrypted: false }) // prettier-ignore
    expect(await open()).toMatchObject([{ closedAt: null, detail: {}, shopId: null }])
    await db.update(backups).set({ outcome: 'good' })
    expect(await open()).toMatchObject([{ closedAt: null, detail: { hours: 30 } }])
    expect((await list()).is_overdue).toBe(true)
    await db.update(backups).set({ startedAt: sql`now()` })
    expect(await open()).toMatchObject([{ closedHow: 'over' }])
    expect((await list()).is_overdue).toBe(false)
  })

  it('counts as interrupted if its instance died, and another is made', async () => {
    await put()
    const past = sql`now() - interval '1 minute'`
    const dead = { id: crypto.randomUUID(), file: '-', machine: '-', isEncrypted: false }
    await app.engine.db.insert(backups).values({ ...dead, leaseEndsAt: past, startedAt: past })
    expect(await beginBackup(app.engine, null)).toBe(true)
    expect(await ended()).toMatchObject({ outcome: 'good', asked_by: null, is_encrypted: false })
    expect((await list()).backups).toMatchObject([{ outcome: 'good' }, { outcome: 'cut', is_kept: false }])
  }, 240_000)
})
