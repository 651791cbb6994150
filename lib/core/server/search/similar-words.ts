import 'server-only'
import anyAscii from 'any-ascii'
import { doubleMetaphone } from 'double-metaphone'

/** Whether a word has only letters, and enough to be recognised with a wrong one. */
export const isLongWord = (word: string): boolean => /^\p{L}{4,}$/u.test(word)

/** People do not type longer words. */
export const maxWordLength = 16

type Prefix = { text: string; distance: number }

/**
 * Returns the prefix of `word` closest to `typed` with its edit distance (optimal string alignment: a letter wrong,
 * missing, extra, or swapped with the next). The longest of equally close ones; null if the distance is above `most`.
 */
export function closestPrefix(typed: string, word: string, most: number): Prefix | null {
  let best: Prefix | null = null
  for (let length = typed.length - most; length <= typed.length + most; length++) {
    const text = word.slice(0, length)
    const distance = editsBetween(typed, text)
    if (distance <= most && text.length === length && (!best || distance <= best.distance))
      best = { text, distance }
  }
  return best
}

/** In shorter words two errors make another word. */
export const minLengthForTwoEdits = 6

/** Edit distance between a typed word and a word or its prefix; null if it is too large for a typing error. */
export const editDistance = (typed: string, word: string): number | null =>
  isLongWord(typed)
    ? (closestPrefix(typed, word, typed.length < minLengthForTwoEdits ? 1 : 2)?.distance ?? null)
    : null

/** LIKE patterns of all words with one edit from `word`. */
export function patternsWithOneEdit(word: string): string[] {
  const patterns = new Set<string>()
  for (let at = 0; at < word.length; at++) {
    const [before, here, next, after] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 1)]
    patterns.add(`${before}_${after}`)
    patterns.add(`${before}${after}`)
    patterns.add(`${before}_${here}${after}`)
    if (next !== undefined) patterns.add(`${before}${next}${here}${word.slice(at + 2)}`)
  }
  return [...patterns]
}

/** Shorter parts match too many words, and no trigram index serves them. */
const minPartLength = 3

/**
 * LIKE patterns of which every word within `most` edits matches at least one, because a part of it is typed right:
 * its beginning, or letters anywhere. With two edits in six to eight letters some are missed.
 */
export function patternsWithin(word: string, most: 1 | 2): string[] {
  // The halves of a short word are in too many others.
  if (word.length < minLengthForTwoEdits) return patternsWithOneEdit(word).map((pattern) => `${pattern}%`)
  const half = Math.ceil(word.length / 2)
  // One letter less, as two may be swapped in the middle.
  if (most === 1) return [`${word.slice(0, half - 1)}%`, `%${word.slice(half)}%`]
  const third = Math.floor(word.length / 3)
  const middle = word.slice(third, Math.max(2 * third, third + minPartLength))
  return [
    `${word.slice(0, third)}%`,
    `%${middle}%`,
    `%${word.slice(Math.min(2 * third, word.length - minPartLength))}%`,
  ]
}

function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const here = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      let least = Math.min(at(above, column) + 1, at(here, column - 1) + 1, at(above, column - 1) + change)
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, at(before, column - 2) + 1)
      here.push(least)
    }
    before = above
    above = here
  }
  return at(above, b.length)
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY

/** Codes that differ between languages or are silent: vowels at the beginning, and h. */
const silent = /[AH]/g

/** Codes that are treated as equal: th and t, sh and s. */
const equalCodes: Record<string, string> = { '0': 'T', X: 'S' }

/** Longer texts are not names. The index has short keys only. */
const [mostWords, longest] = [8, 16]

/** Phonetic keys of one word in any script, equal for names that sound alike: “Meier”, “Mayr”. */
function keysOfWord(word: string): string[] {
  return doubleMetaphone(anyAscii(word))
    .map((code) =>
      code
        .replace(silent, '')
        .replace(/[0X]/g, (key) => equalCodes[key] ?? key)
        .slice(0, longest),
    )
    .filter(Boolean)
}

const ideograph = /\p{Script=Han}/gu

/** Phonetic keys of all words of a text. Each ideograph is one word, read as in Chinese. */
export const phoneticKeysOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFC')
      .replace(ideograph, ' $& ')
      .split(/[^\p{L}\p{M}]+/u)
      .slice(0, mostWords)
      .flatMap(keysOfWord),
  ),
]

/** Phonetic keys of a word of a query; none for addresses and IDs, which are not spoken. */
export const phoneticKeysOfWord = (word: string): string[] =>
  /^[\p{L}\p{M}'’]+$/u.test(word) ? phoneticKeysOf(word) : []

/** Whether a word of a query and a word of a text sound alike, by more than one consonant. */
export function soundsAlike(one: string, other: string): boolean {
  const keys = phoneticKeysOfWord(one).filter(isSelective)
  return keys.length > 0 && phoneticKeysOf(other).some((key) => keys.includes(key))
}

/** A single consonant is not selective: very many names share it. */
export const isSelective = (key: string): boolean => key.length > 1
