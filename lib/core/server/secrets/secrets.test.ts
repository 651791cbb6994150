import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type fs from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../config/config-error'
import { ownSecrets } from './secrets'

/** Runs at the only point where two processes can collide. */
const justBeforeLink = vi.hoisted(() => ({ run: () => {} }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  return {
    ...real,
    linkSync: (...paths: Parameters<typeof real.linkSync>) => {
      justBeforeLink.run()
      real.linkSync(...paths)
    },
  }
})

let folder: string
let file: string
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'counterfoil-secrets-')), 'data')
  file = path.join(folder, 'secrets.json')
})
afterEach(() => {
  justBeforeLink.run = () => {}
  rmSync(path.dirname(folder), { recursive: true })
})

const own = (dataDir: string) =>
  ownSecrets({ file: path.join(dataDir, 'secrets.json'), setting: 'DATA_DIR', sealedFolder: dataDir })

describe('the secrets of an embedded installation', () => {
  it('are created once, in a folder and a file that only the owner can read', () => {
    const made = own(folder)
    expect(made.sealingKey).toHaveLength(32)
    expect(made.authSecret.length).toBeGreaterThanOrEqual(32)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
    expect(own(folder)).toEqual(made)
  })

  it('differ from installation to installation', () => {
    const [one, two] = [own(folder), own(path.join(folder, 'other'))]
    expect(one.authSecret).not.toBe(two.authSecret)
    expect(one.sealingKey.equals(two.sealingKey)).toBe(false)
  })

  it.each([
    '',
    '{',
    '{}',
    '[]',
    'null',
    `{"auth_secret":"${'s3cret'.repeat(8)}","sealing_key":"${'c'.repeat(64)}","old_sealing_key":"s3cr"}`,
    '{"auth_secret":"s3cret-and-more-than-32-characters!!","sealing_key":"s3cr"}',
  ])('are never replaced if the file is damaged: %j', (content) => {
    own(folder)
    writeFileSync(file, content)
    expect(() => own(folder)).toThrow(ConfigError)
    const message = messageOf(() => own(folder))
    expect(message).toMatch(/^DATA_DIR: .*secrets\.json is damaged/)
    expect(message).not.toMatch(/s3cr|\n/)
    expect(readFileSync(file, 'utf8')).toBe(content)
  })

  it('are never created for a database that was sealed with others', () => {
    mkdirSync(path.join(folder, 'pglite'), { recursive: true })
    const message = messageOf(() => own(folder))
    expect(message).toMatch(/^DATA_DIR: .*secrets\.json is missing; put it back from a backup[^\n]*$/)
    expect(readdirSync(folder)).toEqual(['pglite'])
    expect(ownSecrets({ file, setting: 'DATA_DIR', sealedFolder: null }).authSecret).toHaveLength(43)
  })

  it('are those of the first of two concurrent processes', () => {
    const other = { auth_secret: 'b'.repeat(40), sealing_key: 'c'.repeat(64) }
    justBeforeLink.run = () => writeFileSync(file, JSON.stringify(other))
    expect(own(folder)).toEqual({
      authSecret: other.auth_secret,
      sealingKey: Buffer.from(other.sealing_key, 'hex'),
      oldSealingKey: null,
    })
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  })
})

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
