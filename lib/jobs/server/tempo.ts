import 'server-only'
import type { Mark, Task } from './tables'

/** One mark is made a turn (slice.ts), and so many are kept: of about the last minute. */
const keptMarks = 20
/** Over less time, or fewer rows, a pace would jump. In milliseconds. */
const shortestMs = 5_000
const fewestRows = 5
/** A task of which nothing was heard for so long stands still, whatever its marks say. */
const longestSilenceMs = 30_000

/** The marks with one of this moment (ms), at which so many rows were behind the task. */
export const withMark = (marks: readonly Mark[], mark: Mark): Mark[] => [...marks, mark].slice(-keptMarks)

/** Rows a second lately; null where that is not known, or too early to say. `now` in milliseconds. */
export function tempoOf(marks: readonly Mark[], now: number): number | null {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last || now - last.at > longestSilenceMs) return null
  const [ms, rows] = [last.at - first.at, last.done - first.done]
  return ms < shortestMs || rows < fewestRows ? null : (rows / ms) * 1000
}

/** While a file is read nobody else knows how fast it comes. */
export const readingMarks = ({ createdAt }: Pick<Task, 'createdAt'>, done: number, now: number): Mark[] => [
  { at: createdAt.valueOf(), done: 0 },
  { at: now, done },
]
