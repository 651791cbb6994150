import 'server-only'
import type { ImportTwins } from '../../import'

/** Number of rows that are named. */
const named = 5

/** Row numbers that would duplicate existing rows, as shown: their count, and the first of them. */
export const firstTwins = ({ existing, inFile }: { existing: number[]; inFile: number[] }): ImportTwins => ({
  existing: existing.length,
  in_file: inFile.length,
  rows: firstRows([...existing, ...inFile]),
})

/** Adds those of later rows. */
export const withTwins = (soFar: ImportTwins | undefined, more: ImportTwins): ImportTwins => ({
  existing: (soFar?.existing ?? 0) + more.existing,
  in_file: (soFar?.in_file ?? 0) + more.in_file,
  rows: firstRows([...(soFar?.rows ?? []), ...more.rows]),
})

const firstRows = (positions: number[]): number[] =>
  positions.toSorted((one, other) => one - other).slice(0, named)
