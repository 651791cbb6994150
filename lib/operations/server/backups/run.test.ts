import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { backupPlan, backups } from '../tables'
import { runBackupCommand } from './command'
import { beginBackup } from './run'

vi.mock('./command')

onEachEngine('backups that are made meanwhile', (kind) => {
  const office = testOffice(kind)

  it('leave files that a person decided to keep', async () => {
    const { db } = office.engine
    const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-backups-'))
    const file = path.join(folder, 'counterfoil-2026-06-01T020000Z-00000000.tar.gz')
    writeFileSync(file, '')
    await db.insert(backupPlan).values({ id: 1, folder, keepDaily: 1, keepWeekly: 0 })
    const startedAt = new Date('2026-06-01T02:00Z')
    const made = { startedAt, endedAt: startedAt, leaseEndsAt: startedAt, outcome: 'good' as const }
    await db
      .insert(backups)
      .values({ id: crypto.randomUUID(), file, machine: hostname(), isEncrypted: false, ...made })
    vi.mocked(runBackupCommand).mockImplementation(async (to) => {
      writeFileSync(to, '')
      await db.update(backupPlan).set({ keepDaily: 7 })
    })
    let work: Promise<unknown> | undefined
    const engine = {
      ...office.engine,
      inBackground: (begin: () => Promise<unknown>) => void (work = begin()),
    }
    expect(await beginBackup(engine, null)).toBe(true)
    await work
    expect((await db.select().from(backups)).map(({ outcome }) => outcome)).toEqual(['good', 'good'])
    expect(existsSync(file)).toBe(true)
    rmSync(folder, { recursive: true })
  })
})
