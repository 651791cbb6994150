import 'server-only'
import type { Mark } from '../../lists/list'
import { foldCharacters, isShort, wordsOf } from './fold'
import { editDistance, soundsAlike } from './similar-words'

/** Only the first `longest` UTF-16 units of a text are searched, and at most `mostMarks` marks are returned. */
const [longest, mostMarks] = [2000, 20]

/** Positions of matching words in a displayed text, in UTF-16 units. */
export type Marker = (text: string | null) => Mark[]

/** Returns what marks the words of a query. If a list has only similar rows (`alike`), it also marks similar words. */
export function markerOf(query: string, { alike }: { alike: boolean }): Marker {
  const words = wordsOf(query)
  return (text) => {
    if (!text) return []
    const folded = foldWithPlaces(text.slice(0, longest))
    const found = words.flatMap((word) => {
      const exact = occurrences(folded.text, word)
      return exact.length > 0 || !alike ? exact : likeWords(folded.text, word)
    })
    const ranges = found.map(([from, to]) => [folded.start(from), folded.end(to - 1)] as const)
    return merged(ranges).slice(0, mostMarks)
  }
}

type Range = readonly [from: number, to: number]

function occurrences(text: string, word: string): Range[] {
  const found: Range[] = []
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
    if (!isShort(word) || at === 0 || text[at - 1] === ' ') found.push([at, at + word.length])
  return found
}

/** Returns the ranges of the words with the smallest edit distance, or else of those that sound alike. */
function likeWords(text: string, word: string): Range[] {
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: one, index }) => {
    const distance = editDistance(word, one) ?? (soundsAlike(word, one) ? Number.MAX_VALUE : null)
    return { range: [index, index + one.length] as const, distance }
  })
  const least = Math.min(...words.map(({ distance }) => distance ?? Number.POSITIVE_INFINITY))
  return words.filter(({ distance }) => distance === least).map(({ range }) => range)
}

/** Texts whose folding moves no character: printable ASCII with single spaces between words. */
const keepsPlaces = /^[!-~]+(?: [!-~]+)*$/

type Folded = { text: string; start: (at: number) => number; end: (at: number) => number }

/** Folds as in fold.ts, and maps the positions in the folded text to positions in the text. */
function foldWithPlaces(text: string): Folded {
  if (keepsPlaces.test(text)) return { text: text.toLowerCase(), start: (at) => at, end: (at) => at + 1 }
  let folded = ''
  const [starts, ends]: [number[], number[]] = [[], []]
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const units = foldCharacters(character).replace(/[\s\0]/g, ' ')
    // A combining mark belongs to the letter before it.
    if (units === '' && ends.length > 0) ends[ends.length - 1] = end
    for (const unit of units) {
      if (unit === ' ' && (folded === '' || folded.endsWith(' '))) continue
      folded += unit
      for (let half = 0; half < unit.length; half++) {
        starts.push(at)
        ends.push(end)
      }
    }
    at = end
  }
  return { text: folded, start: (unit) => starts[unit] ?? 0, end: (unit) => ends[unit] ?? 0 }
}

function merged(ranges: Range[]): Mark[] {
  const marks: Mark[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = marks.at(-1)
    if (last && from <= last[0] + last[1]) last[1] = Math.max(last[1], to - last[0])
    else marks.push([from, to - from])
  }
  return marks
}
