import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeSecrets, newSecrets, readSecrets, replaceSecrets, withNewKey } from './secrets-file.mjs'

const disk = vi.hoisted(() => ({ isFull: false }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  return {
    ...real,
    writeFileSync: (...given: Parameters<typeof real.writeFileSync>) => {
      const [file, , options] = given
      if (!disk.isFull) return real.writeFileSync(...given)
      // As a full disk does: the name exists, and a part of the content.
      real.writeFileSync(file, '{', options)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  }
})

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-secrets-file-'))
  file = path.join(folder, 'secrets.json')
})
afterEach(() => {
  disk.isFull = false
  rmSync(folder, { recursive: true })
})

it('leaves the file as it was on a full disk, and nothing beside it', () => {
  const first = newSecrets()
  replaceSecrets(file, first)
  disk.isFull = true
  expect(() => replaceSecrets(file, withNewKey(first))).toThrow('no space left')
  expect(readSecrets(file)).toEqual(first)
  expect(readdirSync(folder)).toEqual(['secrets.json'])
})

it.skipIf(process.getuid?.() !== 0)('leaves the file to its owner where root replaces it', () => {
  replaceSecrets(file, newSecrets())
  chownSync(file, 4711, 4712)
  replaceSecrets(file, newSecrets())
  const { uid, gid, mode } = statSync(file)
  expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 4711, gid: 4712, mode: 0o600 })
})

/** Slow between reading and writing, so that another process does the same meanwhile. */
const rotating = `
  const { changeSecrets, withNewKey } = await import(process.argv[1])
  await changeSecrets(process.argv[2], (now) => {
    for (const end = Date.now() + 1_000; Date.now() < end;);
    console.log(now.old_sealing_key === undefined ? 'made' : 'found')
    return now.old_sealing_key === undefined ? withNewKey(now) : null
  })`

it('gets one new key from processes that change it at the same moment', async () => {
  const first = newSecrets()
  replaceSecrets(file, first)
  const args = ['--input-type=module', '--eval', rotating, path.resolve('lib/keys/secrets-file.mjs'), file]
  const rotate = () => text(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout)
  const said = await Promise.all([rotate(), rotate()])
  expect(new Set(said)).toEqual(new Set(['made\n', 'found\n']))
  expect(readSecrets(file)).toMatchObject({ old_sealing_key: first.sealing_key })
})

it.skipIf(process.getuid?.() !== 0)('is locked in a file that its owner can use', async () => {
  replaceSecrets(file, newSecrets())
  chownSync(file, 4711, 4712)
  await changeSecrets(file, withNewKey)
  expect(statSync(`${file}.lock`)).toMatchObject({ uid: 4711, gid: 4712 })
})
