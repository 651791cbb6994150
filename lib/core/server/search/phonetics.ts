import 'server-only'
import anyAscii from 'any-ascii'
import { doubleMetaphone } from 'double-metaphone'

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
