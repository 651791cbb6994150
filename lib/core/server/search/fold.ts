import 'server-only'
import { plainDigits } from '../../phone'

/** Letters that NFKD does not decompose, and variants of one character. */
const plain: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ',
  // Telephones and word processors write other characters than keyboards.
  '’': "'", '‘': "'", 'ʼ': "'", 'ʻ': "'", '′': "'",
  '\u2010': '-', '\u2011': '-', '–': '-', '—': '-', '−': '-',
} // prettier-ignore
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/** Scripts without spaces between words: each character counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Trigram indexes hold only letters and digits, so an emoji becomes a word: its code point. */
const emoji = /\p{Extended_Pictographic}/gu
const codeOf = (character: string): string => ` u${character.codePointAt(0)?.toString(16)} `

/** Removes accents and case; keeps white space. */
export function foldCharacters(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is what is meant.
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase()
  return plainDigits(text.normalize('NFKD'))
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter)
    .replace(unspaced, ' $& ')
    .replace(emoji, codeOf)
}

/** Normalises text for search: without accents or case, on one line. Removes NUL, which PostgreSQL refuses. */
export const fold = (text: string): string =>
  foldCharacters(text)
    .replace(/[\s\0]+/g, ' ')
    .trim()

/**
 * Joins the fields of a row into one search text. Each field has its own line, so that a match shows its field, and
 * starts with a space, so that every word follows one.
 */
export const searchText = (fields: readonly (string | null | undefined)[]): string =>
  fields.map((field) => ` ${fold(field ?? '')}`).join('\n')

/** Words of a query beyond this number are ignored. */
const maxWords = 8

/** Direction marks, zero-width characters and byte order marks, which copied text brings along. */
const invisibleEnds = /^\p{Cf}{1,8}|\p{Cf}{1,8}$/gu

/** The folded words of a query. A run of a script without spaces is one entry with spaces between its characters. */
export const wordsOf = (query: string): string[] =>
  query
    .split(/[\s\0]+/)
    .map((word) => fold(word.replace(invisibleEnds, '')))
    .filter(Boolean)
    .slice(0, maxWords)

/** What a trigram index can find inside words: three letters, or two beside a sign. */
const inIndex = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/**
 * Whether a word is too short, or has only signs, for a trigram index. It is then searched for at the beginning of
 * words.
 */
export const isShort = (word: string): boolean => !inIndex.test(word)
