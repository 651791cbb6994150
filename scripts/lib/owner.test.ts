import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs' // prettier-ignore
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emptyPlace, filledPlace } from './backup/testing'
import { root } from './root.mjs'

const user = { uid: 4711, gid: 4712 }
const admin = path.join(root, 'scripts/admin.mjs')

const allIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))

/** Files of the folder that its owner could not use. */
const othersIn = (folder: string) => allIn(folder).filter((file) => lstatSync(file).uid !== user.uid)

/** Whether root runs the tests, from a folder that other users may read. */
function isPossible(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync(process.execPath, [admin, '--help'], { ...user, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!isPossible())('what root does in a data folder of another user', () => {
  let place: Awaited<ReturnType<typeof filledPlace>>
  let other: Awaited<ReturnType<typeof emptyPlace>>
  beforeAll(async () => {
    place = await filledPlace('embedded')
    await place.engine.close()
    other = await emptyPlace('embedded')
    for (const one of [place.folder, ...allIn(place.folder), other.folder])
      if (existsSync(one)) chownSync(one, user.uid, user.gid)
  }, 180_000)
  afterAll(async () => {
    await place.drop()
    await other.drop()
  })

  const run = (args: string[], settings: Record<string, string>) =>
    execFileSync(process.execPath, [admin, ...args], {
      env: { NODE_ENV: 'production', BACKUP_PASSPHRASE: 'correct horse battery', ...settings },
      encoding: 'utf8',
      stdio: 'pipe',
    })

  it('leaves everything to that user', { timeout: 180_000 }, () => {
    const file = path.join(place.folder, 'backups', 'one')
    // Only root may read the passphrase. An empty setting counts as unset.
    const secret = `${place.folder}.passphrase`
    writeFileSync(secret, 'correct horse battery', { mode: 0o600 })
    run(['backup', file], { ...place.settings, BACKUP_PASSPHRASE: '', BACKUP_PASSPHRASE_FILE: secret })
    rmSync(secret)
    run(['verify-activity'], place.settings)
    expect(othersIn(place.folder)).toEqual([])
    run(['restore', file], other.settings)
    expect(othersIn(other.folder)).toEqual([])
  })

  it('says in one line where that user cannot reach the folder, and not that nothing is there', () => {
    const closed = mkdtempSync(path.join(tmpdir(), 'counterfoil-closed-'))
    onTestFinished(() => rmSync(closed, { recursive: true }))
    const folder = path.join(closed, 'data')
    mkdirSync(path.join(folder, 'pglite'), { recursive: true })
    chownSync(folder, user.uid, user.gid)
    for (const command of ['check', 'rotate-sealing-key'])
      expect(() => run([command], { DATA_DIR: folder })).toThrow(
        /\nThe data folder \S+ belongs to user 4711, who may not enter it or a folder above it\..+\n$/,
      )
  })

  it('says in one line where that user may not write', { timeout: 180_000 }, () => {
    const roots = path.join(path.dirname(place.folder), `roots-${path.basename(place.folder)}`)
    mkdirSync(roots, { mode: 0o700 })
    onTestFinished(() => rmSync(roots, { recursive: true }))
    expect(() => run(['backup', path.join(roots, 'one')], place.settings)).toThrow(
      /may not be read or written by user 4711, to whom the data folder belongs\.\n$/,
    )
  })
})
