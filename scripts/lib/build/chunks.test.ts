import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { escapeChunks, escapeText, shareChunks } from './chunks.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-chunks-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('merges chunks with the same content, and leaves others alone', () => {
  const shared = `module.exports=[1,()=>'${'shared '.repeat(200)}']`
  const other = shared.replaceAll('shared', 'a few')
  const small = 'module.exports=[]'
  const files = {
    'a [x].js': shared,
    'b.js': shared,
    'c.js': other,
    'd.js': small,
    'e.js': small,
    'f.json': shared,
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)

  const before = sizeOf(folder)
  expect(before - shareChunks(folder)).toBe(sizeOf(folder))

  const load = createRequire(join(folder, 'entry.js'))
  expect(load('./b.js')).toBe(load('./a [x].js'))
  expect(readFileSync(join(folder, 'b.js'), 'utf8')).toBe('module.exports=require("./a [x].js")\n')
  for (const name of ['a [x].js', 'c.js', 'd.js', 'e.js', 'f.json'] as const)
    expect(readFileSync(join(folder, name), 'utf8')).toBe(files[name])
  // Again, as after a build that changed nothing.
  expect(shareChunks(folder)).toBe(0)
})

const sizeOf = (place: string) =>
  readdirSync(place).reduce((sum, name) => sum + statSync(join(place, name)).size, 0)

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
