import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adoptConfig, loadConfig } from '../config/config'
import { isBreached, weaknessOf } from './new-password'

const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-breached-'))
const file = path.join(folder, 'list.txt')
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase()
const breached = Array.from({ length: 1000 }, (_, at) => `a leaked pass phrase ${at}`)
/** Lines are of different lengths, as in the list of Have I Been Pwned. */
const lines = breached.map((password, at) => `${sha1(password)}:${10 ** (at % 8)}`).toSorted()

const settings = {
  DATABASE_URL: 'postgres://not-used',
  AUTH_SECRET: 'a'.repeat(32),
  SEALING_KEY: 'b'.repeat(64),
}
const use = (BREACHED_PASSWORDS_FILE?: string) =>
  adoptConfig(loadConfig({ ...settings, BREACHED_PASSWORDS_FILE }))

beforeAll(() => writeFileSync(file, `${lines.join('\r\n')}\r\n`))
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['lines that end as on Windows', '\r\n', true],
  ['other lines', '\n', true],
  ['no newline at the end', '\n', false],
])('finds every password of a list, and no other, with %s', async (_name, newline, endsWithNewline) => {
  writeFileSync(file, lines.join(newline) + (endsWithNewline ? newline : ''))
  use(file)
  for (const password of breached) expect([password, await isBreached(password)]).toEqual([password, true])
  for (let at = 0; at < 500; at += 1) expect(await isBreached(`another pass phrase ${at}`)).toBe(false)
})

it('finds the only password of a list, and none without a list', async () => {
  writeFileSync(file, `${sha1('the only one of it')}:3\n`)
  use(file)
  expect([await isBreached('the only one of it'), await isBreached('something else')]).toEqual([true, false])
  use()
  expect(await isBreached('the only one of it')).toBe(false)
})

it('refuses a breached password that is otherwise strong', async () => {
  writeFileSync(file, `${lines.join('\n')}\n`)
  use(file)
  const owner = { email: 'ada@shop.example', name: 'Ada' }
  expect(await weaknessOf('a leaked pass phrase 77', owner)).toBe('password_breached')
  expect(await weaknessOf('an unknown pass phrase 77', owner)).toBeNull()
})

it('does not start with an unsorted list, whose search would fail', () => {
  writeFileSync(file, `${lines.toReversed().join('\n')}\n`)
  expect(() => use(file)).toThrow(/sorted by it/)
})

it.each([
  ['a missing file', path.join(folder, 'missing')],
  ['a folder', folder],
  ['another list', path.resolve(import.meta.dirname, 'common-passwords.json')],
])('does not start with %s', (_name, given) => {
  expect(() => use(given)).toThrow(/^BREACHED_PASSWORDS_FILE: must be a file that can be read/)
})
