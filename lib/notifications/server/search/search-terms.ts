import 'server-only'
import {
  isLongWord,
  maxWordLength,
  isSelective,
  phoneticKeysOf,
} from '../../../core/server/search/similar-words'
import { cutText, isFreeText, separateContacts } from '../../../core/server/search/contacts-in-text'
import { fold, wordsOf } from '../../../core/server/search/fold'
import { digitsOf, duplicateDigits } from '../../../core/phone'
import { isCard, isCardKey } from '../../../gateway/cards/card-places'
import { personalFields } from '../redaction/mask'

/**
 * Terms for whole words: e-mail addresses, the end of a telephone number, words of a name, the last digits of a card.
 * An index on them does not reveal parts of masked values. Only this file knows their format.
 */
type TermKind = 'email' | 'phone' | 'name' | 'card'

const termOf = (kind: TermKind | 'sound' | 'slip', text: string): string => `${kind}:${text}`

export const nameFields = new Set(['first_name', 'middle_name', 'last_name', 'holder'])

/** No payment has more terms, and no index holds longer ones. */
const [mostTerms, longestTerm] = [200, 300]

export function termsOfValue(text: string, field: string, contacts: readonly string[]): string[] {
  if (field === 'phone') return phoneTerms(text)
  if (field === 'last_4') return cardTerms(fold(text))
  if (nameFields.has(field))
    return nameWords(text).flatMap((word) => [termOf('name', word), ...similarTerms(word)])
  const mayHoldMore = !isFreeText(field) && /[@\u0080-\uffff]/.test(text)
  const more = mayHoldMore ? wordsOf(text).filter(isEmail) : []
  return [...contacts, ...more].flatMap(contactTerms)
}

const contactTerms = (contact: string): string[] =>
  contact.includes('@') ? [termOf('email', fold(contact))] : phoneTerms(contact)

const isEmail = (word: string): boolean => /^[^\s@]+@[^\s@]+$/.test(word)

/** The words of a name. A double name also counts as a whole. */
const nameWords = (text: string): string[] =>
  [...new Set(wordsOf(text).flatMap((word) => [word, ...word.split(/[^\p{L}\p{M}]+/u)]))].filter(
    (word) => word.length > 1,
  )

function phoneTerms(text: string): string[] {
  const digits = digitsOf(text)
  return digits.length < duplicateDigits ? [] : [termOf('phone', digits.slice(-duplicateDigits))]
}

export function exactTerms(word: string): { kind: TermKind; term: string }[] {
  const kinds: TermKind[] = [
    ...(isEmail(word) ? (['email'] as const) : []),
    ...(/^\p{L}/u.test(word) ? (['name'] as const) : []),
    ...(/^\d{4}$/.test(word) ? (['card'] as const) : []),
  ]
  return kinds.map((kind) => ({ kind, term: termOf(kind, word) }))
}

/** Returns the term of the last digits of a card. */
export const cardTerms = (digits: string): string[] => [termOf('card', digits)]

/** Returns the term of a whole e-mail address; empty if the word is not one. */
export const emailTerms = (word: string): string[] => (isEmail(word) ? [termOf('email', word)] : [])

/** Returns the term of a whole telephone number; empty if the search is not one. */
export const phoneTermsOf = (q: string): string[] =>
  /^[+(]*\d[\d\s()./-]*$/.test(q.trim()) ? phoneTerms(q) : []

/**
 * Returns terms that similar names share: phonetic keys, the word, and the word without each of its letters (one letter
 * may differ).
 */
export function similarTerms(word: string): string[] {
  // A shorter word is similar to too many names, and would reveal too much of masked ones.
  if (!isLongWord(word) || word.length > maxWordLength) return []
  const phoneticKeys = phoneticKeysOf(word).filter(isSelective)
  return [
    ...phoneticKeys.map((sound) => termOf('sound', sound)),
    ...withoutOneLetter(word).map((rest) => termOf('slip', rest)),
  ]
}

function withoutOneLetter(word: string): string[] {
  const letters = Array.from(word)
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

/**
 * Limits of what is searched: characters of a payload, characters of one value, depth. People do not type longer
 * values.
 */
const limits = { characters: 4_000, value: 200, depth: 64 }

type Texts = { open: string; personal: string; terms: string[] }

/**
 * Returns the searched values of a payload, personal ones and contacts apart, and its terms: each value once, and those
 * in `known` not in `open`. Leaves out dates, URLs and single characters or digits, which nearly all payloads have.
 */
export function payloadTexts(json: unknown, known: readonly string[] = []): Texts {
  const found = { open: '', personal: '' }
  const seen = { open: new Set(known), personal: new Set<string>() }
  const terms = new Set<string>()
  const add = (where: keyof typeof found, text: string) => {
    if (found[where].length >= limits.characters || seen[where].has(text)) return
    seen[where].add(text)
    found[where] += ` ${text}`
  }
  searchedValues(json, (text, { name, isPersonal }) => {
    const { rest, contacts } = separateContacts(text, { isFreeText: isFreeText(name) })
    for (const term of termsOfValue(text, name, contacts))
      if (terms.size < mostTerms && term.length <= longestTerm) terms.add(term)
    if (isPersonal) return add('personal', text)
    add('open', rest)
    // The whole text, so that a search for its words and a contact finds it in one place.
    if (contacts.length > 0) add('personal', text)
  })
  return { ...found, terms: [...terms] }
}

/**
 * The position of a value, linked to the values around it. `name`: its field, for an item of a list that of the list.
 * `pathTo` builds its path on demand.
 */
export type Place = { key: string | number; name: string; isPersonal: boolean; above: Place | null }
type Standing = Place & { isCard: boolean; depth: number; above: Standing | null }

const outermost: Standing = { key: '', name: '', isCard: false, isPersonal: false, depth: 0, above: null }

/** Visits each searched value of a payload, cut to its limit. Skips card tokens. */
export function searchedValues(json: unknown, visit: (text: string, place: Place) => void): void {
  walk(json, outermost, visit)
}

export function pathTo({ key, above }: Place): (string | number)[] {
  return above === null ? [] : [...pathTo(above), key]
}

function walk(value: unknown, place: Standing, visit: (text: string, place: Place) => void): void {
  const { name, isPersonal } = place
  const depth = place.depth + 1
  if (place.depth > limits.depth) return
  if (Array.isArray(value)) {
    for (const [key, inner] of value.entries())
      walk(inner, { key, name, isCard: place.isCard, isPersonal, depth, above: place }, visit)
  } else if (typeof value === 'object' && value !== null) {
    const isOfCard = place.isCard || isCard(value)
    for (const [key, inner] of Object.entries(value)) {
      const isAboutCard = isOfCard || isCardKey(key)
      const isOfPerson = isPersonal || personalFields.has(key)
      walk(inner, { key, name: key, isCard: isAboutCard, isPersonal: isOfPerson, depth, above: place }, visit)
    }
  } else if (isSearched(value) && !(place.isCard && name === 'token')) {
    const text = String(value).replaceAll('\0', '')
    visit(cutText(text, limits.value, { isFreeText: isFreeText(name) }), place)
  }
}

const isSearched = (value: unknown): value is string | number =>
  (typeof value === 'number' && Math.abs(value) > 9) ||
  (typeof value === 'string' && value.length > 1 && !/^\d{4}-\d\d-\d\dT|^https?:/.test(value))
