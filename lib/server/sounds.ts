import 'server-only'
import anyAscii from 'any-ascii'
import { doubleMetaphone } from 'double-metaphone'

/** What differs between languages, or stands for nothing when a name is heard: vowels at the beginning, and h. */
const unheard = /[AH]/g

/** Sounds that are heard for each other: th, sh, and their plain ones. */
const heardFor: Record<string, string> = { '0': 'T', X: 'S' }

/** Names of more words than this are no names; an index holds no sound of any length. */
const [mostWords, longest] = [8, 16]

/** What one word may sound like, in any script, as keys that are the same where names sound alike: “Meier”, “Mayr”. */
function soundsOfWord(word: string): string[] {
  return doubleMetaphone(anyAscii(word))
    .map((code) =>
      code
        .replace(unheard, '')
        .replace(/[0X]/g, (sound) => heardFor[sound] ?? sound)
        .slice(0, longest),
    )
    .filter(Boolean)
}

const ideograph = /\p{Script=Han}/gu

/** The same of each word of a text. Each ideograph is one, and read as in Chinese. */
export const soundsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFC')
      .replace(ideograph, ' $& ')
      .split(/[^\p{L}\p{M}]+/u)
      .slice(0, mostWords)
      .flatMap(soundsOfWord),
  ),
]

/** What a word of a query sounds like, where it may be a name: an address, or an ID, is not spoken. */
export const heardIn = (word: string): string[] => (/^[\p{L}\p{M}'’]+$/u.test(word) ? soundsOf(word) : [])

/** Whether a word of a query and one of a text sound alike, of more than one sound. */
export function soundsAlike(one: string, other: string): boolean {
  const heard = heardIn(one).filter(isTelling)
  return heard.length > 0 && soundsOf(other).some((sound) => heard.includes(sound))
}

/** Whether it says enough to look for: one sound alone is that of very many names. */
export const isTelling = (sound: string): boolean => sound.length > 1
