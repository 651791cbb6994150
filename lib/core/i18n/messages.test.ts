import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { issueKeys } from '@/lib/core/api/issues'
import { problemCodes } from '@/lib/core/api/problem'
import { en } from './en'
import { defaultLocale, languages, locales } from './locales'
import { onIntlError } from './on-error'
import { getMessages } from './server'

describe('messages', () => {
  it('has words for every issue and every problem', () => {
    expect(Object.keys(en.issues).sort()).toEqual([...issueKeys].sort())
    expect(Object.keys(en.problems).sort()).toEqual([...problemCodes].sort())
  })

  it('takes in the file of every feature, with each namespace once and in order', () => {
    const files = namespacesByFile('en')
    for (const namespaces of files) expect(namespaces).toEqual([...namespaces].sort())
    expect(files.flat().sort()).toEqual(Object.keys(en).sort())
  })

  it('names each key once: of two with the same name, JSON keeps the last', () => {
    const withoutSpace = (text: string) => text.replaceAll(/\s/g, '')
    for (const [file, text] of textsOfFiles('en')) {
      expect(withoutSpace(JSON.stringify(JSON.parse(text))), file).toBe(withoutSpace(text))
    }
  })

  it('counts days in the Gregorian calendar in every language: browsers get no other', () => {
    const calendars = Object.values(languages).map(
      ({ format }) => new Intl.DateTimeFormat(format).resolvedOptions().calendar,
    )
    expect(new Set(calendars)).toEqual(new Set(['gregory']))
  })

  it('begins the accessible name of a button with the words that it shows', () => {
    const pairs = namedButtons(en)
    expect(pairs.length).toBeGreaterThan(10)
    expect(pairs.filter(({ shown, name }) => !name.startsWith(shown.replace(/…$/, '')))).toEqual([])
  })

  it('has a tag for each time that is rendered into a sentence', () => {
    const uses = timesInSentences()
    expect(uses.length).toBeGreaterThan(10)
    for (const { keys, name } of uses)
      expect([keys, keys.some((key) => textOf(key)?.includes(`<${name}>`))]).toEqual([keys, true])
  })

  it('throws for a missing message instead of showing its key', () => {
    const messages = { common: { word: 'word' } }
    const t = createTranslator({ locale: 'en', messages, onError: onIntlError })
    expect(t('common.word')).toBe('word')
    expect(() => t('common.missing' as 'common.word')).toThrow(/MISSING_MESSAGE/)
  })
})

describe('the messages of another language', () => {
  it.each(locales.filter((locale) => locale !== defaultLocale))(
    '%s are those of English, none empty, each with the same placeholders and tags',
    (locale) => expect(differences(en, getMessages(locale))).toEqual([]),
  )

  it.each(locales.filter((locale) => locale !== defaultLocale))('%s leave no sentence in English', (locale) =>
    expect(leftInEnglish(en, getMessages(locale))).toEqual([]),
  )

  it('are left in English where a text of four words is the same', () => {
    const english = {
      a: 'Mode',
      b: 'Nothing was changed {here}.',
      c: 'Four words it has.',
      d: '{a} {b} {c} {d} {e}',
    }
    expect(leftInEnglish(english, { ...english, c: 'Vier Wörter hat es.' })).toEqual([])
    expect(leftInEnglish(english, english)).toEqual(['c'])
  })

  it('are compared key by key', () => {
    const english = {
      a: { one: 'Sent to {name}', two: '<b>{count, plural, one {# row} other {# rows}}</b>' },
      b: 'B',
    }
    const other = {
      a: { one: 'An {nam}', two: '<b>{count, plural, one {# Zeile} other {# Zeilen}}</b>', more: 'C' },
    }
    expect(differences(english, other)).toEqual(['a.more: unknown', 'a.one: {nam} for {name}', 'b: missing'])
    expect(differences({ b: 'B', c: '' }, { b: ' ', c: '' })).toEqual(['b: missing'])
    expect(differences({ b: 'B' }, { b: 'Be' })).toEqual([])
  })
})

/** What a language lacks, has in excess, or fills with other values. */
function differences(english: Messages, other: Messages): string[] {
  const [texts, own] = [flat(english), flat(other)]
  const unknown = [...own.keys()].filter((key) => !texts.has(key)).map((key) => `${key}: unknown`)
  const wrong = [...texts].flatMap(([key, text]) => {
    const said = own.get(key)?.trim() ?? ''
    const [wanted, found] = [holesOf(text), holesOf(said)]
    if (said === '' && text !== '') return [`${key}: missing`]
    return wanted === found ? [] : [`${key}: ${found} for ${wanted}`]
  })
  return [...unknown, ...wrong].toSorted()
}

const flat = (node: Messages, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as const] : [...flat(value, `${prefix}${key}.`)],
    ),
  )

/** Messages of four words or more that are the same in English. Shorter ones may be the same in both. */
function leftInEnglish(english: Messages, other: Messages): string[] {
  const own = flat(other)
  const isSentence = (text: string) =>
    (text.replaceAll(/\{\w+|<[^>]*>/g, '').match(/\p{L}+/gu) ?? []).length > 3
  return [...flat(english)].flatMap(([key, text]) => (own.get(key) === text && isSentence(text) ? [key] : []))
}

/** The names of a message's placeholders and tags. */
const holesOf = (text: string): string =>
  [...new Set(text.match(/\{\w+(?=[,}])|<\w+/g) ?? [])]
    .map((hole) => (hole.startsWith('<') ? `${hole}>` : `${hole}}`))
    .toSorted()
    .join(' ')

const lib = path.resolve(import.meta.dirname, '../..')

/** The files `lib/<feature>/messages/<locale>.json`. */
const textsOfFiles = (locale: string): [file: string, text: string][] =>
  readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(path.join('messages', `${locale}.json`)))
    .map((file) => [file, readFileSync(path.join(lib, file), 'utf8')])

/** Their namespaces, feature by feature. */
const namespacesByFile = (locale: string): string[][] =>
  textsOfFiles(locale).map(([, text]) => Object.keys(JSON.parse(text) as object))

/**
 * Messages that `t.rich` fills with the renderer `when(…)`, for which `{when}` would show the function itself. A
 * component may use several namespaces, so there are several possible keys.
 */
function timesInSentences(): { keys: string[]; name: string }[] {
  const components = path.resolve(lib, '../components')
  return readdirSync(components, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && file !== path.join('time', 'when.tsx'))
    .flatMap((file) => {
      const source = readFileSync(path.join(components, file), 'utf8')
      const namespaces = [...source.matchAll(/useTranslations\((?:'([\w.]+)')?\)/g)].map(([, name]) => name)
      return [...source.matchAll(/\.rich\('([\w.]+)', \{([^}]*)/g)].flatMap(([, key, values = '']) =>
        [...values.matchAll(/(\w+): when\(/g)].map(([, name = '']) => ({
          keys: namespaces.map((namespace) => [namespace, key].filter(Boolean).join('.')),
          name,
        })),
      )
    })
}

function textOf(key: string): string | undefined {
  let found: Messages | string | undefined = en
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

type Messages = { [key: string]: string | Messages }

/** A button `open` in several rows has an accessible name, the message `openOf`. Plural messages are not buttons. */
function namedButtons(messages: Messages): { shown: string; name: string }[] {
  return Object.entries(messages).flatMap(([key, name]) => {
    if (typeof name !== 'string') return namedButtons(name)
    const shown = /(?:Of|With)$/.test(key) && messages[key.replace(/(?:Of|With)$/, '')]
    return typeof shown === 'string' && !shown.includes('plural') ? [{ shown, name }] : []
  })
}
