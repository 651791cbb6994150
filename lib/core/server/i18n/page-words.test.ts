import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { messageAt, type UsedWords, usedWords, wordsPath } from '@/lib/testing/used-words'
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

/** The messages that client components of these files use. The page says what a component is about (`of`). */
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

/** By namespace, as `page-words.json` has them, without messages that are there as part of others. */
function byNamespace(words: ReadonlySet<string>, others: ReadonlySet<string> = new Set()) {
  const isThere = (word: string) => words.has(word) || others.has(word)
  const found: Record<string, string[]> = {}
  for (const word of [...words].sort()) {
    if (others.has(word) || groupsOf(word).some(isThere) || messageAt(word) === undefined) continue
    const [namespace = '', ...names] = word.split('.')
    const paths = (found[namespace] ??= [])
    paths.push(names.join('.') || '*')
  }
  return Object.fromEntries(Object.entries(found).map(([namespace, paths]) => [namespace, paths.join(' ')]))
}

/** The paths of the groups around a message: of `products.list.mode`, `products` and `products.list`. */
const groupsOf = (word: string): string[] =>
  word.split('.').flatMap((_, at, names) => (at > 0 ? [names.slice(0, at).join('.')] : []))

const ofFrame = wordsOf(everythingIn(files.filter((file) => /^app\/(.*\/)?(layout|error)\.tsx$/.test(file))))
const pages = files
  .filter((file) => /^app\/(.*\/)?(page|not-found|forbidden)\.tsx$/.test(file))
  // Payer pages have messages of their own (components/sandbox/payer/shell.tsx).
  .filter((file) => !/<PayerShell [^>]*isInteractive/.test(textOf(file)))
  .map((file) => ({
    file,
    name: file.replace(/^app\/|\.tsx$/g, ''),
    words: byNamespace(wordsOf(everythingIn([file])), ofFrame),
  }))
  .filter(({ words }) => Object.keys(words).length > 0)

describe('the messages in a document', () => {
  it('are picked by message and by group', () => {
    const { checkouts, links } = getMessages('en')
    const picked = pickMessages('en', { checkouts: 'new import.form.email', links: 'short' })
    expect(picked).toEqual({
      checkouts: { new: checkouts.new, import: { form: { email: checkouts.import.form.email } } },
      links: { short: links.short },
    })
  })

  it('are those that its page shows: if not, run this test with -u', async () => {
    const all = {
      frame: byNamespace(ofFrame),
      ...Object.fromEntries(pages.map(({ name, words }) => [name, words])),
    }
    await expect(`${JSON.stringify(all, null, 2)}\n`).toMatchFileSnapshot('page-words.json')
  })

  it.each(pages)('are named by $file', ({ file, name }) => expect(textOf(file)).toContain(`, '${name}')`))
})
