import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { glossary, wordsOf } from '../../lib/core/i18n/glossary'

const root = path.resolve(import.meta.dirname, '../..')
const headings = [...readFileSync(path.join(root, 'docs/gateway.md'), 'utf8').matchAll(/^#+ (.*)$/gm)]
/** Anchors of the headings, as the repository's web page forms them. */
const anchors = new Set(
  headings.map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  ),
)

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.md'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && file !== 'scripts/checks/references.test.ts')
const texts = files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const)

it('finds a heading of docs/gateway.md for every reference to one', () => {
  const references = texts.flatMap(([file, text]) =>
    [...text.matchAll(/gateway\.md(?:#([\w-]*))?/g)].map(([, anchor]) => ({ file, anchor })),
  )
  expect(references.length).toBeGreaterThan(100)
  expect(references.filter(({ anchor }) => anchor !== undefined && !anchors.has(anchor))).toEqual([])
})

it('finds no reference to a document outside the repository', () => {
  const outside = texts.filter(([, text]) => /\(interface: [“`]|field[ -]notes|interface\.md/i.test(text))
  expect(outside.map(([file]) => file)).toEqual([])
})

it('finds a file for every path that a comment or a document names', () => {
  const known = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
    .toString()
    .split('\0')
  const hasFile = (name: string) => known.some((file) => file === name || file.endsWith(`/${name}`))
  const named = texts
    .filter(([file]) => !/^docs\/decisions|^CHANGELOG|dependency-directions|lint\/directions/.test(file))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .filter((line) => /^\s*(?:\/\*\*|\*|\/\/)/.test(line) || file.endsWith('.md'))
        .flatMap((line) => [
          ...line.matchAll(/(?<![\w./@*<>[\]-])(?:[\w[\]-]+\/)*\w[\w.-]*\.(?:ts|tsx|mjs)\b(?!\/)/g),
        ])
        .map(([name]) => ({ file, name })),
    )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !hasFile(name))).toEqual([])
})

it('finds tests for every command of a document that runs some', () => {
  const commands = texts
    .filter(([file]) => file.endsWith('.md'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/npm run test:(unit|e2e) -- ([^`\n]+)/g)].flatMap(([, kind = '', of = '']) =>
        of
          .split(/\s+/)
          // Skips placeholders, which the reader fills in.
          .filter((part) => !part.startsWith('-') && !part.includes('<'))
          .map((part) => ({ file, kind, part })),
      ),
    )
  expect(commands.length).toBeGreaterThan(5)
  const isTest = { unit: /\.test\.tsx?$/, e2e: /\.spec\.ts$/ }
  const runs = ({ kind, part }: (typeof commands)[number]) =>
    files.some((file) => isTest[kind as 'unit' | 'e2e'].test(file) && file.includes(part))
  expect(commands.filter((command) => !runs(command))).toEqual([])
})

it('finds no word that the glossary replaces in names of files and declarations', () => {
  const declarations = texts
    // The sandbox speaks as the gateway does: “can't be blank”.
    .filter(([file]) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith('lib/sandbox/'))
    .flatMap(([file, text]) =>
      [...text.matchAll(/\b(?:const|let|function\*?|type|interface|class) (\w+)/g)].map(
        ([, name = '']) => [file, name] as const,
      ),
    )
  expect(declarations.length).toBeGreaterThan(1000)
  const names = [...files.map((file) => [file, file] as const), ...declarations]
  const terms = glossary.filter(({ isForNames }) => isForNames)
  expect(names.filter(([, name]) => terms.some(({ never }) => never.test(wordsOf(name))))).toEqual([])
})
