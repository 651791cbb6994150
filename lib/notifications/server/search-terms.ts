import 'server-only'
import { digitsOf, duplicateDigits } from '../../core/server/search/phone'
import { fold, wordsOf } from '../../core/server/search/fold'
import { isLongWord, maxWordLength } from '../../core/server/search/edit-distance'
import { isSelective, phoneticKeysOf } from '../../core/server/search/phonetics'
import { searchedValues } from './payload-texts'

/**
 * Terms by which a notification is found as a whole word: e-mail addresses, the end of a telephone number, each word of
 * a name, the last digits of a card. An index finds them without telling parts of what is masked. They are written and
 * read here only.
 */
export type TermKind = 'email' | 'phone' | 'name' | 'card'

const termOf = (kind: TermKind | 'sound' | 'slip', text: string): string => `${kind}:${text}`

const nameFields = new Set(['first_name', 'middle_name', 'last_name', 'holder'])

/** More terms than this are no payment's, and longer ones fit in no index. */
const [mostTerms, longestTerm] = [200, 300]

/** All terms of a payload. */
export function termsIn(json: unknown): string[] {
  const terms = new Set<string>()
  searchedValues(json, (text, { key }) => {
    for (const term of termsOfValue(text, String(key)))
      if (terms.size < mostTerms && term.length <= longestTerm) terms.add(term)
  })
  return [...terms]
}

function termsOfValue(text: string, key: string): string[] {
  if (key === 'phone') return phoneTerms(text)
  if (key === 'last_4') return [termOf('card', fold(text))]
  if (nameFields.has(key))
    return nameWords(text).flatMap((word) => [termOf('name', word), ...similarTerms(word)])
  return text.includes('@')
    ? wordsOf(text)
        .filter(isEmail)
        .map((word) => termOf('email', word))
    : []
}

const isEmail = (word: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(word)

/** The words of a name; a double name also as a whole. */
const nameWords = (text: string): string[] =>
  [...new Set(wordsOf(text).flatMap((word) => [word, ...word.split(/[^\p{L}\p{M}]+/u)]))].filter(
    (word) => word.length > 1,
  )

function phoneTerms(text: string): string[] {
  const digits = digitsOf(text)
  return digits.length < duplicateDigits ? [] : [termOf('phone', digits.slice(-duplicateDigits))]
}

/** The terms that name exactly what a word of a search says. */
export function exactTerms(word: string): { kind: TermKind; term: string }[] {
  const kinds: TermKind[] = [
    ...(isEmail(word) ? (['email'] as const) : []),
    ...(/^\p{L}/u.test(word) ? (['name'] as const) : []),
    ...(/^\d{4}$/.test(word) ? (['card'] as const) : []),
  ]
  return kinds.map((kind) => ({ kind, term: termOf(kind, word) }))
}

/** The term of a whole telephone number; empty where a search is none. */
export const phoneTermsOf = (q: string): string[] =>
  /^[+(]*\d[\d\s()./-]*$/.test(q.trim()) ? phoneTerms(q) : []

/**
 * Terms that a name shares with names that sound alike and with those that differ by one letter: each of the two
 * without one of its letters. A name and a misspelt one meet where one of their terms is the same.
 */
export function similarTerms(word: string): string[] {
  // A shorter word is similar to too many names, and would tell more of them than it says.
  if (!isLongWord(word) || word.length > maxWordLength) return []
  const sounds = phoneticKeysOf(word).filter(isSelective)
  return [
    ...sounds.map((sound) => termOf('sound', sound)),
    ...withoutOneLetter(word).map((rest) => termOf('slip', rest)),
  ]
}

function withoutOneLetter(word: string): string[] {
  const letters = Array.from(word)
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}
