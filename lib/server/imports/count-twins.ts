import 'server-only'
import type { ImportTwins } from '../../contracts/import'

/** So many rows are named. */
const named = 5

/** Positions of rows that would make what is there already, as they are told: by their number, and the first of them. */
export const firstTwins = ({ existing, inFile }: { existing: number[]; inFile: number[] }): ImportTwins => ({
  existing: existing.length,
  in_file: inFile.length,
  rows: firstRows([...existing, ...inFile]),
})

/** Those of the rows so far, and of later ones. */
export const withTwins = (soFar: ImportTwins | undefined, more: ImportTwins): ImportTwins => ({
  existing: (soFar?.existing ?? 0) + more.existing,
  in_file: (soFar?.in_file ?? 0) + more.in_file,
  rows: firstRows([...(soFar?.rows ?? []), ...more.rows]),
})

const firstRows = (positions: number[]): number[] =>
  positions.toSorted((one, other) => one - other).slice(0, named)
