/** The rules for a new password, in the browser and on the server. The list of common ones is on the server. */
import { z } from 'zod'

export const minPassword = 12
const maxPassword = 1000

/** At least {@link minPassword} characters as people count them, at most what sign-in accepts. */
export const newPassword = z
  .string({ error: 'required' })
  .max(maxPassword, 'too_long')
  .refine((text) => lengthOf(text) >= minPassword, 'password_too_short')

const charactersOf = (text: string) => Array.from(text)

/** Counts characters, not code units: an emoji is one. */
export const lengthOf = (text: string) => charactersOf(text).length

type Strength = 'short' | 'weak' | 'fair' | 'strong'

/** Passwords whose {@link variety} is below these numbers are weak, or only fair. */
const weakBelow = 8
const fairBelow = 14

/** Returns in a word how hard a password is to guess. `own`: words about the person, such as their name. */
export function strengthOf(password: string, own: readonly string[] = []): Strength {
  if (lengthOf(password) < minPassword) return 'short'
  const left = variety(withoutOwn(password, own))
  return left < weakBelow ? 'weak' : left < fairBelow ? 'fair' : 'strong'
}

/** Removes what others know about the person, of three characters or more. */
function withoutOwn(password: string, own: readonly string[]): string {
  const words = own
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => lengthOf(word) >= 3)
    .sort((a, b) => b.length - a.length)
  return words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
}

const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop', 'йцукенгшщзхъ', 'фывапролджэ']

/**
 * Counts the characters that do not follow from those before them: not the same one again, not the next in the
 * alphabet, among digits or on the keyboard, and not a repetition of what came before.
 */
function variety(text: string): number {
  const characters = charactersOf(text)
  let count = 0
  for (const [at, character] of characters.entries()) {
    const before = characters[at - 1]
    const pair = characters.slice(at - 1, at + 1).join('')
    const isRepeated = at > 1 && characters.slice(0, at).join('').includes(pair)
    if (before === undefined || !(follows(before, character) || isRepeated)) count += 1
  }
  return count
}

function follows(before: string, character: string): boolean {
  const distance = (character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)
  if (Math.abs(distance) <= 1) return true
  return rows.some((row) => {
    const [from, to] = [row.indexOf(before), row.indexOf(character)]
    return from >= 0 && to >= 0 && Math.abs(to - from) === 1
  })
}
