import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDurable } from './open.mjs'
import { offerSnapshots } from './snapshots'

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'counterfoil-snapshots-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

it('pays no heed to a request that was taken back meanwhile', async () => {
  const failures: unknown[] = []
  const pool = { emit: (_name: string, error: unknown) => failures.push(error) } as unknown as pg.Pool
  const folder = path.join(dataDir, 'snapshots')
  mkdirSync(folder)
  const stop = offerSnapshots({ pool, dataDir })
  // What an earlier process left is removed first.
  await expect.poll(() => existsSync(folder)).toBe(false)
  mkdirSync(folder)
  // The first cannot be answered: there is no database. While that is said, the others are taken back.
  const ids = Array.from({ length: 40 }, () => randomUUID())
  for (const id of ids) writeFileSync(path.join(folder, `${id}.wanted`), '')
  const isFailed = () => readdirSync(folder).some((name) => name.endsWith('.failed'))
  await expect.poll(isFailed, { interval: 1 }).toBe(true)
  for (const id of ids) rmSync(path.join(folder, `${id}.wanted`), { force: true })
  await stop()
  expect(failures).toEqual([])
})

it('makes the folder of the database for its owner alone, also within one that others may enter', async () => {
  chmodSync(dataDir, 0o755)
  const folder = path.join(dataDir, 'pglite')
  await (await openDurable(folder)).close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o755)
  await (await openDurable(folder)).close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
}, 60_000)
