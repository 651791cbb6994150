import 'server-only'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { isLongWord, maxWordLength } from '../../core/server/search/edit-distance'
import { fold, wordsOf } from '../../core/server/search/fold'
import { digitsOf, duplicateDigits } from '../../core/server/search/phone'
import { isSelective, phoneticKeysOf } from '../../core/server/search/phonetics'
import type { Engine } from '../../db/engine'
import { isCard, isCardKey } from '../../gateway/card-places'
import { readNotification } from '../../gateway/notification'
import { personalFields } from './mask'
import { notifications } from './tables'

/**
 * Terms for whole words: e-mail addresses, the end of a telephone number, words of a name, the last digits of a card.
 * An index on them does not reveal parts of masked values. Only this file knows their format.
 */
type TermKind = 'email' | 'phone' | 'name' | 'card'

const termOf = (kind: TermKind | 'sound' | 'slip', text: string): string => `${kind}:${text}`

const nameFields = new Set(['first_name', 'middle_name', 'last_name', 'holder'])

/** No payment has more terms, and no index holds longer ones. */
const [mostTerms, longestTerm] = [200, 300]

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

/** Bodies (up to 1 MiB) per transaction. */
const pageRows = 50

/** Adds search terms to notifications of an earlier release, page by page. */
export async function addEarlierTerms(engine: Engine): Promise<void> {
  while ((await addToPage(engine)) === pageRows);
}

const addToPage = (engine: Engine): Promise<number> =>
  engine.db.transaction(async (tx) => {
    const rows = await tx
      .select({
        shopId: notifications.shopId,
        id: notifications.id,
        body: notifications.body,
        blankingId: notifications.blankingId,
        personalRemovedAt: notifications.personalRemovedAt,
      })
      .from(notifications)
      .where(and(isNull(notifications.searchTerms), isNotNull(notifications.processedAt)))
      .orderBy(asc(notifications.id))
      .limit(pageRows)
      .for('update', { skipLocked: true })
    for (const { shopId, id, body, blankingId, personalRemovedAt } of rows) {
      const content = readNotification(body)
      // A body that still awaits anonymisation names a person who must not be found.
      const isOpen = blankingId === null && personalRemovedAt === null && content.kind !== 'unreadable'
      await tx
        .update(notifications)
        .set({ searchTerms: isOpen ? termsIn(content.json) : [] })
        .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
    }
    return rows.length
  })

/** Limits of what is searched: characters of a payload, characters of one value, depth. Nobody types longer values. */
const limits = { characters: 4_000, value: 200, depth: 64 }

type Texts = { open: string; personal: string }

/**
 * Returns the searched values of a payload, personal ones apart. Leaves out dates, URLs and single characters or
 * digits, which nearly all payloads have.
 */
export function payloadTexts(json: unknown): Texts {
  const found: Texts = { open: '', personal: '' }
  searchedValues(json, (text, { isPersonal }) => {
    const where = isPersonal ? 'personal' : 'open'
    if (found[where].length < limits.characters) found[where] += ` ${text}`
  })
  return found
}

/** Where a value stands, linked to the values around it. `pathTo` builds its path on demand. */
export type Place = { key: string | number; isPersonal: boolean; above: Place | null }
type Standing = Place & { name: string; isCard: boolean; depth: number; above: Standing | null }

const outermost: Standing = { key: '', name: '', isCard: false, isPersonal: false, depth: 0, above: null }

/** Visits each searched value of a payload, cut to its limit. Skips card tokens. */
export function searchedValues(json: unknown, visit: (text: string, place: Place) => void): void {
  walk(json, outermost, visit)
}

export function pathTo({ key, above }: Place): (string | number)[] {
  return above === null ? [] : [...pathTo(above), key]
}

function walk(value: unknown, place: Standing, visit: (text: string, place: Place) => void): void {
  const { name, isCard: isOfCard, isPersonal, depth } = place
  if (depth > limits.depth) return
  const within = { depth: depth + 1, above: place }
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) walk(inner, { ...place, ...within, key: at }, visit)
  } else if (typeof value === 'object' && value !== null) {
    const isAny = isOfCard || isCard(value)
    for (const [key, inner] of Object.entries(value)) {
      const about = { isCard: isAny || isCardKey(key), isPersonal: isPersonal || personalFields.has(key) }
      walk(inner, { ...within, ...about, key, name: key }, visit)
    }
  } else if (isSearched(value) && !(isOfCard && name === 'token')) {
    visit(String(value).replaceAll('\0', '').slice(0, limits.value), place)
  }
}

const isSearched = (value: unknown): value is string | number =>
  (typeof value === 'number' && Math.abs(value) > 9) ||
  (typeof value === 'string' && value.length > 1 && !/^\d{4}-\d\d-\d\dT|^https?:/.test(value))
