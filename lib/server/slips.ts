import 'server-only'

/** Whether a word is letters only, and enough of them to be recognised with one wrong. */
export const isLongWord = (word: string): boolean => /^\p{L}{4,}$/u.test(word)

/**
 * Whether `written` is `meant`, or its beginning, but for one slip: a letter wrong, missing, too much, or swapped
 * with the next (optimal string alignment).
 */
export const isSlipOf = (written: string, meant: string): boolean =>
  isLongWord(written) &&
  [-1, 0, 1].some((more) => distance(written, meant.slice(0, written.length + more)) <= 1)

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
