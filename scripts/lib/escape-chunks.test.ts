import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { escapeChunks, escapeText } from './escape-chunks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-chunks-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = [
  `'one … two'`,
  String.raw`"\\… \… é\u00e9"`,
  '`template “${1 + 1}” 😀`',
  String.raw`JSON.parse('{"日本":"\\n…"}')`,
  String.raw`'a–b'.split(/\–/)`,
  `'x😀y'.replace(/[😀]/u, '')`,
  'String.raw`[‐-―] ${1 + 1}…{2}\\d$`',
].join()

it('writes chunks in ASCII, and they mean the same', () => {
  const [before, after] = [join(folder, 'before.cjs'), join(folder, 'after.js')]
  for (const file of [before, after]) writeFileSync(file, `module.exports = [${script}]`)
  writeFileSync(join(folder, 'words.json'), '["…"]')
  escapeChunks(folder)
  const load = createRequire(join(folder, 'entry.js'))
  expect(load(after)).toEqual(load(before))
  // oxlint-disable-next-line no-control-regex
  expect(readFileSync(after, 'utf8')).toMatch(/^[\x00-\x7f]+$/)
  expect(readFileSync(join(folder, 'words.json'), 'utf8')).toBe('["…"]')
})

it.each(['String.raw`${f(`…`)}…`', 'String.raw`${{}}…`', 'String.raw`\\…`'])(
  'refuses what it cannot read: %s',
  (text) => {
    expect(() => escapeText(text)).toThrow('String.raw')
  },
)
