import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type promises from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { writeArchive } from './archive.mjs'

const megabyte = 1024 ** 2

/** Free bytes of the disk. Each time they are read, `takenByLook` fewer are left. */
const disk = vi.hoisted(() => ({ free: 0, takenByLook: 0 }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>()
  const statfs = async (place: string) => {
    disk.free -= disk.takenByLook
    return Object.assign(await real.statfs(place), { bsize: 1, bavail: disk.free })
  }
  return { ...real, statfs }
})

let folder: string
let dataDir: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-spared-'))
  dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  vi.stubEnv('DATA_DIR', dataDir)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

async function* entries() {
  for (let piece = 0; piece < 6; piece++) yield { name: `tables/${piece}`, data: randomBytes(4 * megabyte) }
}
const write = () =>
  writeArchive(path.join(folder, 'backup'), { passphrase: null, entries: entries(), check: async () => {} })

it('takes no space without which the database beside it stops', async () => {
  Object.assign(disk, { free: 81 * megabyte, takenByLook: 8 * megabyte })
  await expect(write()).rejects.toThrow(
    /backup cannot be written: the disk has no room for it beside the data folder\.$/,
  )
  expect(readdirSync(folder)).toEqual(['data'])
})

it('is written where it leaves enough, or the data folder is elsewhere', async () => {
  Object.assign(disk, { free: 1024 * megabyte, takenByLook: 8 * megabyte })
  await write()
  expect(existsSync(path.join(folder, 'backup'))).toBe(true)
  rmSync(path.join(folder, 'backup'))
  rmSync(dataDir, { recursive: true })
  disk.free = 0
  await write()
  expect(existsSync(path.join(folder, 'backup'))).toBe(true)
})
