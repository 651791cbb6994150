import 'server-only'

/** What a spreadsheet may take for a formula (OWASP: CSV injection), behind any number of quotes. */
const dangerous = /^'*[=+\-@\t\r\n＝＋－＠]/u
const plainNumber = /^-?\d+(?:[.,]\d+)?$/

/**
 * Text as a cell that no spreadsheet takes for a formula: with a quote before it. A plain number stays one.
 * {@link unguard} takes exactly that away again.
 */
export const guard = (text: string): string =>
  dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text

/** A cell without the quote that {@link guard} put before it; any other cell as it is. */
export const unguard = (cell: string): string =>
  cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell

/** A line of CSV (RFC 4180): quoted where it must be, ended by CRLF. */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`

const quoted = (cell: string, delimiter: string): string =>
  /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell

export const byteOrderMark = '\uFEFF'
