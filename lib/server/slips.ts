import 'server-only'

/** Whether a word is letters only, and enough of them to be recognised with one wrong. */
export const isLongWord = (word: string): boolean => /^\p{L}{4,}$/u.test(word)

/** A longer one is no word that somebody types. */
export const longestWord = 16

type Beginning = { text: string; slips: number }

/**
 * Of `meant`, the beginning that `written` is but for slips: a letter wrong, missing, too much, or swapped with the
 * next (optimal string alignment). The one with the fewest, then the longest; null where even that has more.
 */
export function nearBeginning(written: string, meant: string, most: number): Beginning | null {
  let best: Beginning | null = null
  for (let length = written.length - most; length <= written.length + most; length++) {
    const text = meant.slice(0, length)
    const slips = distance(written, text)
    if (slips <= most && text.length === length && (!best || slips <= best.slips)) best = { text, slips }
  }
  return best
}

/** Two slips in fewer letters make another word. */
export const twoSlipsFrom = 6

/** How many slips there are between a word and what was meant, or its beginning; null: more than one wants to guess. */
export const slipsBetween = (written: string, meant: string): number | null =>
  isLongWord(written)
    ? (nearBeginning(written, meant, written.length < twoSlipsFrom ? 1 : 2)?.slips ?? null)
    : null

/** Patterns of what was meant by a word with a letter wrong, missing, too much, or swapped with the next. */
export function slipsOf(word: string): string[] {
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

/** Fewer letters anywhere in a word are in too many others, and in no index. */
const leastPart = 3

/**
 * Patterns of which what was meant by a word has one where it has so many slips at most, as that part of it is written
 * right: its beginning, or letters anywhere. Of two slips in words of six to eight letters these are not all.
 */
export function partsOf(word: string, most: 1 | 2): string[] {
  // In a short word its halves are in too many others.
  if (word.length < twoSlipsFrom) return slipsOf(word).map((pattern) => `${pattern}%`)
  const half = Math.ceil(word.length / 2)
  // One letter less, as two may be swapped where the halves meet.
  if (most === 1) return [`${word.slice(0, half - 1)}%`, `%${word.slice(half)}%`]
  const third = Math.floor(word.length / 3)
  const middle = word.slice(third, Math.max(2 * third, third + leastPart))
  return [
    `${word.slice(0, third)}%`,
    `%${middle}%`,
    `%${word.slice(Math.min(2 * third, word.length - leastPart))}%`,
  ]
}

function distance(a: string, b: string): number {
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
