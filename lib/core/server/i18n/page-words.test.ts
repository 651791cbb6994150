import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type UsedWords, usedWords, wordsPath } from '@/lib/testing/used-words'
import { en } from '../../i18n/en'
import { getMessages } from '../../i18n/server'
import { pickMessages } from './words'

const root = path.resolve(import.meta.dirname, '../../../..')
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
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const read = new Map<string, UsedWords>()
function usedIn(file: string): UsedWords {
  const used = read.get(file) ?? usedWords(file, textOf(file))
  read.set(file, used)
  return used
}

function resolve(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith('@/')
    ? specifier.slice(2)
    : path.posix.join(path.posix.dirname(from), specifier)
  return ['.ts', '.tsx'].map((ending) => base + ending).find((file) => known.has(file))
}

function everythingIn(starts: string[]): Set<string> {
  const seen = new Set(starts)
  for (const file of seen) {
    for (const specifier of usedIn(file).imports) {
      const next = /^(@\/|\.)/.test(specifier) && resolve(file, specifier)
      if (next) seen.add(next)
    }
  }
  return seen
}

/** The messages that client components of these files use. What a component is about (`of`) is said by the page. */
function wordsOf(loaded: ReadonlySet<string>): Set<string> {
  const found = [...loaded].flatMap((file) =>
    [...textOf(file).matchAll(/(?:\bof="|defineList\(\{\s*of: ')(\w+)/g)].map(([, name = '']) => name),
  )
  const subjects = (found.length > 0 ? found : ['products', 'customers', 'checkouts']).filter(
    (of) => of in en,
  )
  const used = [...loaded].map(usedIn)
  const keys = new Set(used.flatMap(({ keysOfSubject }) => keysOfSubject))
  return new Set([
    ...used.flatMap(({ words }) => words),
    ...subjects.flatMap((of) => [...keys].map((key) => wordsPath(of, key))),
  ])
}

/** Without messages that are there as part of others. */
const tidy = (words: Iterable<string>, others: ReadonlySet<string> = new Set()): string[] => {
  const all = new Set(words)
  const isThere = (word: string) => all.has(word) || others.has(word)
  return [...all].filter((word) => !others.has(word) && !wholesOf(word).some(isThere)).sort()
}

/** The paths that hold this one: of `products.new`, `products` and `products.*`. */
function wholesOf(word: string): string[] {
  const [namespace = '', key] = word.split('.')
  return key === undefined ? [] : [namespace, wordsPath(namespace, key)].filter((whole) => whole !== word)
}

const listed = (text: string): string[] =>
  [...text.matchAll(/(\w+):\s*(?:true|'([^']*)')/g)].flatMap(([, namespace = '', parts]) =>
    parts === undefined ? [namespace] : parts.split(' ').map((part) => `${namespace}.${part}`),
  )

const frame = files.filter((file) => /^app\/(.*\/)?(layout|error)\.tsx$/.test(file))
const ofFrame = new Set(tidy(wordsOf(everythingIn(frame))))

describe('the messages in a document', () => {
  it('are ungrouped messages, named groups, or a whole namespace', () => {
    const { checkouts, links, time } = getMessages('en')
    const picked = pickMessages('en', { checkouts: 'import.form', links: '* short', time: true })
    const ungrouped = Object.entries(links).filter(([, message]) => typeof message === 'string')
    expect(picked).toEqual({
      checkouts: { import: checkouts.import },
      links: { ...Object.fromEntries(ungrouped), short: links.short },
      time,
    })
    expect(ungrouped.length).toBeGreaterThan(0)
  })

  it('include those of the frame on every page', () => {
    const [, list = ''] = /frameWords[^=]*= \{([^}]*)\}/.exec(textOf('lib/core/server/i18n/words.tsx')) ?? []
    expect(listed(list)).toEqual([...ofFrame])
  })

  const pages = files
    .filter((file) => /^app\/(.*\/)?(page|not-found|forbidden)\.tsx$/.test(file))
    // Payer pages have messages of their own (app/sandbox/payer/shell.tsx).
    .filter((file) => !/<PayerShell [^>]*isInteractive/.test(textOf(file)))
  it.each(pages)('are, on %s, those that it shows beside the frame', (page) => {
    const [, list = ''] = /withWords\(\s*\w+, \{([^}]*)\}/.exec(textOf(page)) ?? []
    expect(listed(list)).toEqual(tidy(wordsOf(everythingIn([page])), ofFrame))
  })
})
