import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from '../../i18n/en'

const root = path.resolve(import.meta.dirname, '../../../..')
const hasMessage = (name: string): boolean => {
  const found = name
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], en)
  return typeof found === 'string'
}
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'app', 'components', 'lib'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(root, file)))
const known = new Set(files)
const texts = new Map<string, string>()
const textOf = (file: string) => {
  const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

function resolve(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : path.posix.join(path.posix.dirname(from), specifier)
  return ['.ts', '.tsx'].map((ending) => base + ending).find((file) => known.has(file))
}

/** What a file imports. Types are not loaded, and what opens later (components/ui/later.tsx) comes with all messages. */
const importsOf = (file: string) =>
  [
    ...textOf(file)
      .replaceAll(/\blater\(\s*\(\) =>\s*import\([^)]*\)/g, '')
      .matchAll(/(?:^import (?!type)[^'"]*|\bfrom |\bimport\()['"]((?:@\/|\.)[^'"]+)['"]/gm),
  ]
    .filter(([whole]) => !whole.startsWith('import type'))
    .flatMap(([, specifier = '']) => resolve(file, specifier) ?? [])

function everythingIn(starts: string[]): Set<string> {
  const seen = new Set(starts)
  for (const file of seen) for (const next of importsOf(file)) seen.add(next)
  return seen
}

/** The messages that client components of these files use: namespaces, and messages named in full. */
function wordsOf(loaded: ReadonlySet<string>): Set<string> {
  const words = new Set<string>()
  const subjects = [...loaded].flatMap((file) =>
    [...textOf(file).matchAll(/(?:\bof="|defineList\(\{\s*of: ')(\w+)/g)].map(([, name = '']) => name),
  )
  for (const file of loaded) {
    const text = textOf(file)
    for (const [, name = ''] of text.matchAll(/(?:useTranslations\(|namespace: )'(\w+(?:\.\w+)?)/g))
      words.add(name)
    // What a component is about is said by the page.
    if (/useTranslations\((?:look\.)?of\)/.test(text))
      for (const of of subjects.length > 0 ? subjects : ['products', 'customers', 'checkouts'])
        if (of in en) words.add(of)
    if (/useTranslations\(\)/.test(text))
      for (const [, namespace = '', key = '', mark = ''] of text.matchAll(/['`](\w+)\.([\w.]+|)(\$|['`])/g))
        if (mark === '$' ? namespace in en : hasMessage(`${namespace}.${key}`))
          words.add(mark === '$' ? namespace : `${namespace}.${key}`)
  }
  return words
}

/** Without messages whose namespace is there as a whole. */
const tidy = (words: Iterable<string>, others: ReadonlySet<string> = new Set()): string[] => {
  const all = new Set(words)
  const isCovered = (word: string) =>
    others.has(word) ||
    (word.includes('.') && [all, others].some((some) => some.has(word.split('.')[0] ?? '')))
  return [...all].filter((word) => !isCovered(word)).sort()
}

const listed = (text: string): string[] => [...text.matchAll(/'([\w.]+)'/g)].map(([, word = '']) => word)

const frame = files.filter((file) => /^app\/(.*\/)?(layout|error)\.tsx$/.test(file))
const ofFrame = new Set(tidy(wordsOf(everythingIn(frame))))

describe('the messages in a document', () => {
  it('are, in every one, those of the frame', () => {
    const [, list = ''] = /frameWords[^=]*= \[([^\]]*)\]/.exec(textOf('lib/core/server/i18n/words.tsx')) ?? []
    expect(listed(list)).toEqual([...ofFrame])
  })

  const pages = files
    .filter((file) => /^app\/(.*\/)?(page|not-found|forbidden)\.tsx$/.test(file))
    // Payer pages have messages of their own (app/sandbox/payer/shell.tsx).
    .filter((file) => !/<PayerShell [^>]*isInteractive/.test(textOf(file)))
  it.each(pages)('are, on %s, those that it shows beside the frame', (page) => {
    const [, list = ''] = /withWords\(\s*\w+,([^)]*)\)/.exec(textOf(page)) ?? []
    expect(listed(list)).toEqual(tidy(wordsOf(everythingIn([page])), ofFrame))
  })
})
