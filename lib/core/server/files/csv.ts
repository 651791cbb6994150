import 'server-only'
import { formatMajor, minorUnitExponent, type MinorUnitOverrides } from '../../../gateway/values/minor-units'
import { separators, type Separator } from '../../lists/csv-export'

/** Matches text that a spreadsheet may run as a formula (OWASP: CSV injection), after any number of quotes. */
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/u
const plainNumber = /^-?\d+(?:[.,]\d+)?$/

/**
 * A place inside a text where a cell of its own may begin, and be a formula: a spreadsheet may split a file at another
 * separator than ours. It then takes the quotation marks around our cells for text, so these do not help.
 */
const splitBeforeFormula = /([,;\t\r\n])(?=["']*[=+\-@＝＋－＠])/gu
const splitBeforeQuote = /([,;\t\r\n])'(?=["']*[=+\-@＝＋－＠])/gu

/** Escapes each formula with a leading quote. Plain numbers stay. {@link unguard} reverses this exactly. */
export function guard(text: string): string {
  const inside = text.replace(splitBeforeFormula, "$1'")
  return dangerous.test(text) && !plainNumber.test(text) ? `'${inside}` : inside
}

/** Removes the quotes that {@link guard} added. */
export const unguard = (cell: string): string =>
  (cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell).replace(splitBeforeQuote, '$1')

/** Returns a CSV line (RFC 4180), quoted where needed, ending in CRLF. */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`

const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

export const byteOrderMark = '\uFEFF'

type CsvFormat<Row> = {
  header: readonly string[]
  /** The cells of a row, before formulas are escaped. */
  cells: (row: Row) => string[]
  separator: Separator
  bom: boolean
}

export async function* csvText<Row>(
  batches: AsyncIterable<Row[]>,
  { header, cells, separator, bom }: CsvFormat<Row>,
): AsyncGenerator<string, void> {
  const { delimiter } = separators[separator]
  yield (bom ? byteOrderMark : '') + csvLine(header, delimiter)
  for await (const rows of batches)
    yield rows.map((row) => csvLine(cells(row).map(guard), delimiter)).join('')
}

export type MajorText = (
  minor: number | bigint | null | undefined,
  currency: string | null | undefined,
) => string | null

/** Returns a function that writes minor units in major units, with the file's decimal mark. Null if one is unknown. */
export const majorTextFor =
  ({ minorUnits }: { minorUnits: MinorUnitOverrides }, separator: Separator): MajorText =>
  (minor, currency) =>
    minor == null || currency == null
      ? null
      : formatMajor(minor, minorUnitExponent(currency, minorUnits)).replace(
          '.',
          separators[separator].decimalMark,
        )
