import 'server-only'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { delimiters, type Delimiter } from '../../import'

/** Most rows above a header. */
const mostTitles = 20
const lineEnds = ['\r\n', '\n', '\r']

type Beginning = {
  text: string
  /** Whether the text is the whole file. */
  isWhole: boolean
  /** The delimiter if the first row is the header. */
  usual: Delimiter
  /** The delimiter that the file names. */
  stated: Delimiter | undefined
  /** Whether a cell is the name of a column, so that its row is a header. */
  isColumn: (cell: string) => boolean
}

export type Table = { delimiter: Delimiter; skipped: number }

/**
 * Finds the table below titles: rows with one filled cell each, such as “Statement of account 2026-11”, above a header and
 * a row with as many cells. Returns its delimiter and the number of rows above the header; null if more of the file is
 * needed. A first row with several cells is the header, unless the next row does not fit and another delimiter does.
 */
export function tableIn(beginning: Beginning): Table | null {
  const { usual, stated, isWhole } = beginning
  const [first, second] = filledRows(rowsOf(beginning, usual))
  if (!second && !isWhole) return null
  const firstIsHeader: Table = { delimiter: usual, skipped: 0 }
  if (!first || (filledIn(first) > 1 && (!second || second.length === first.length))) return firstIsHeader
  // Rows with surplus empty cells or without their last ones.
  if (first.filter(beginning.isColumn).length > 1) return firstIsHeader
  const found = (stated ? [stated] : delimiters).flatMap(
    (delimiter) => belowTitles(beginning, delimiter) ?? [],
  )
  if (found.length === 0)
    return isWhole || rowsOf(beginning, usual).length > mostTitles + 1 ? firstIsHeader : null
  const widest = found.reduce((best, one) => (one.width > best.width ? one : best))
  return { delimiter: widest.delimiter, skipped: widest.skipped }
}

function belowTitles(beginning: Beginning, delimiter: Delimiter): (Table & { width: number }) | null {
  const rows = rowsOf(beginning, delimiter)
  const skipped = rows.findIndex((row) => filledIn(row) > 1)
  const titles = filledRows(rows.slice(0, skipped))
  const [header, next] = filledRows(rows.slice(skipped))
  const isTitled =
    skipped > 0 && skipped <= mostTitles && titles.length > 0 && !titles.flat().some(beginning.isColumn)
  return isTitled && header && next?.length === header.length
    ? { delimiter, skipped, width: header.length }
    : null
}

/** The rows that are wholly in the text; none if its quotation marks do not fit the delimiter. */
function rowsOf({ text, isWhole }: Beginning, delimiter: Delimiter): string[][] {
  const to = mostTitles + 3
  try {
    const rows = parse(text, { delimiter, record_delimiter: lineEnds, relax_column_count: true, to })
    return isWhole || rows.length === to ? rows : rows.slice(0, -1)
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

const filledIn = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length
const filledRows = (rows: string[][]): string[][] => rows.filter((row) => filledIn(row) > 0)
