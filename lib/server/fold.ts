import 'server-only'

/** Letters that differ from a plain one by more than a mark, and forms of one letter. */
const plain: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ς: 'σ',
  // Telephones and word processors put in others than keyboards do.
  '’': "'", '‘': "'", 'ʼ': "'", 'ʻ': "'", '′': "'",
  '\u2010': '-', '\u2011': '-', '–': '-', '—': '-', '−': '-',
} // prettier-ignore
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'g')

/** Scripts that put no space between words: each of their characters counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** Trigrams are of letters and digits only: an emoji counts as a word, which is its code. */
const emoji = /\p{Extended_Pictographic}/gu
const codeOf = (character: string): string => ` u${character.codePointAt(0)?.toString(16)} `

const otherDigit = /(?![0-9])\p{Nd}/gu
const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Of any script, which has its ten in a row, as 0 to 9; those for mathematics are normalised before. */
export const plainDigits = (text: string): string =>
  text.replace(otherDigit, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && isDigit(code - value - 1)) value++
    return String(value)
  })

/** Without accents or case; spaces are as they come. */
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

/** Text as it is searched in: without accents or case, in one line. NUL, which PostgreSQL refuses, goes too. */
export const fold = (text: string): string =>
  foldCharacters(text)
    .replace(/[\s\0]+/g, ' ')
    .trim()

/**
 * The fields of one row as one text to search in: each on a line of its own, so that what stands where can be told,
 * and behind a space, so that every word has one before it.
 */
export const searchText = (fields: readonly (string | null | undefined)[]): string =>
  fields.map((field) => ` ${fold(field ?? '')}`).join('\n')

/** At most so many words of a query count. */
const maxWords = 8

/** The words of a query, folded. One of a script without spaces is several characters with spaces between. */
export const wordsOf = (query: string): string[] =>
  query
    .split(/[\s\0]+/)
    .map(fold)
    .filter(Boolean)
    .slice(0, maxWords)

/** What a trigram index finds within other words: three letters, or fewer beside a sign. */
const inIndex = /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u

/** A word this short, or of signs only, is looked for at the beginning of words: trigrams do not serve it within them. */
export const isShort = (word: string): boolean => !inIndex.test(word)
