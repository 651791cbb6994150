import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openAdminPlace, type AdminPlace } from './testing'

/** The folder of the application, with the files of an earlier embedded database. */
const folder = vi.hoisted(() => ({ root: '' }))
vi.mock('../lib/root.mjs', () => ({
  get root() {
    return folder.root
  },
}))

describe.skipIf(!process.env.TEST_DATABASE_URL)('verify-activity without DATA_DIR', () => {
  let place: AdminPlace
  beforeAll(async () => {
    folder.root = mkdtempSync(path.join(tmpdir(), 'counterfoil-anchors-'))
    place = await openAdminPlace('server')
    await place.withEngine(async () => {})
  })
  afterAll(async () => {
    await place.drop()
    rmSync(folder.root, { recursive: true })
  })

  it('compares PostgreSQL with no anchors of another database', async () => {
    const anchor = { at: '2026-01-01T00:00:00Z', chain: 'shop-361', entries: 9, hash: 'a'.repeat(64) }
    mkdirSync(path.join(folder.root, 'data'))
    writeFileSync(path.join(folder.root, 'data', 'activity-anchors.ndjson'), `${JSON.stringify(anchor)}\n`)
    const { code, text } = await place.inProcess(['verify-activity'])
    expect([code, text]).toEqual([0, expect.stringContaining('Nothing found. Compared with 0 anchors.')])
  })
})
