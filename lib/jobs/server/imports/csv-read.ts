import 'server-only'
import type { Transform } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import { delimiters, type Delimiter } from '../../import'
import { unguard } from '../../../core/server/files/csv'
import { decodeCsv, type FoundEncoding } from './csv-decode'
import { fileProblem } from './reasons'

/** Characters. A longer row has a quote that is never closed. */
const longestRow = 256 * 1024
const maxColumns = 200

export type CsvRecord = { position: number; cells: string[] }
/** `skipped_rows`: rows above the header; absent without any. */
export type FoundFormat = { delimiter: Delimiter; skipped_rows?: number } | FoundEncoding
type Options = {
  /** Reads no more than the header and the rows below it up to this number. */
  most?: number
  /** Whether a cell is the name of a column. A row with such a cell alone is a header, and no title. */
  isColumn: (cell: string) => boolean
}

/**
 * Reads CSV as it arrives. Cells are separated by comma, semicolon, tab or bar: by a first line `sep=;` (Excel), or
 * else by the header. Takes quotes, any line ends, and a byte order mark. Rows have a spreadsheet's numbers; empty
 * ones are skipped, and so are titles above the header (`tableIn`). `onFound` gets the delimiter before the first
 * record, and an encoding other than UTF-8 when it is known.
 * @throws AppError `invalid` at `file`, with what is wrong and how to save the file.
 */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  onFound: (found: FoundFormat) => void,
  { most, isColumn }: Options,
): AsyncGenerator<CsvRecord> {
  const texts = decodeCsv(pieces, onFound)[Symbol.asyncIterator]()
  const { start, delimiter, skipped } = await beginning(texts, isColumn)
  onFound({ delimiter, ...(skipped > 0 ? { skipped_rows: skipped } : {}) })
  const parser = parserOf(delimiter, most === undefined ? undefined : skipped + most)
  const feeding = feed(parser, start, texts)
  feeding.catch((error: unknown) => parser.destroy(error as Error))
  let position = 0
  try {
    for await (const given of parser as AsyncIterable<string[]>) {
      position++
      if (position <= skipped) continue
      const cells = given.length > maxColumns ? withoutEmptyEnd(given) : given
      if (cells.length > maxColumns) throw fileProblem('too_many_columns', { max: maxColumns })
      if (cells.every((cell) => cell === '')) continue
      yield { position, cells: cells.map(textOf) }
    }
    await feeding
  } catch (error) {
    throw asProblem(error)
  } finally {
    parser.destroy()
  }
}

/** A spreadsheet may write as many separators as its widest sheet ever had columns. */
const withoutEmptyEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)

/** A formula that is nothing but a text, which programs write so that a spreadsheet keeps its zeros. */
const textFormula = /^="((?:[^"]|"")*)"$/

/** The text of a cell. One of our own files that begins like a formula has a quote before it. */
const textOf = (cell: string): string => textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? unguard(cell)

const parserOf = (delimiter: Delimiter, most: number | undefined): Parser =>
  parse({
    to: most,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: longestRow,
  })

/** Feeds the parser, with back pressure. */
async function feed(parser: Transform, start: string, rest: AsyncIterator<string>): Promise<void> {
  const write = async (text: string) => {
    if (text === '' || parser.destroyed || parser.write(text)) return
    await new Promise<void>((resolve) => {
      const goOn = () => {
        parser.off('drain', goOn).off('close', goOn) // Prevents a leak: a long file waits thousands of times.
        resolve()
      }
      parser.on('drain', goOn).on('close', goOn)
    })
  }
  await write(start)
  for (;;) {
    const next = await rest.next()
    if (next.done || parser.destroyed) break
    await write(next.value)
  }
  parser.end()
}

/** Excel's line that names the delimiter. It does not count as a row. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r(?!$))/i

/** Up to the header's line end. Cells in quotation marks may have line ends too. */
const wholeHeader = /^(?:"[^"]*"|[^"\r\n])*[\r\n]/

/**
 * Reads enough to have the header, and finds its delimiter and the number of rows above it.
 * @throws AppError if the file is empty or not CSV.
 */
async function beginning(
  texts: AsyncIterator<string>,
  isColumn: (cell: string) => boolean,
): Promise<{ start: string } & Table> {
  let text = ''
  let stated: string | undefined
  let isWhole = false
  const readMore = async () => {
    const next = await texts.next()
    if (next.done) isWhole = true
    else text += next.value
  }
  while (!isWhole) {
    const [line, said] = separatorLine.exec(text) ?? []
    if (line && stated === undefined) [text, stated] = [text.slice(line.length), said]
    const hasHeader = wholeHeader.test(text.trimStart()) && !/^"?sep=/i.test(text)
    if (hasHeader || text.length >= longestRow) break
    await readMore()
  }
  refuseOtherTexts(text)
  const usual = stated === undefined ? delimiterOf(text) : delimiters.find((known) => known === stated)
  if (!usual) throw fileProblem('separator', { separator: stated ?? '' })
  for (let enough = 0; ;) {
    const table = tableIn({
      text,
      isWhole,
      usual,
      stated: stated === undefined ? undefined : usual,
      isColumn,
    })
    if (table || text.length >= longestRow)
      return { start: text, ...(table ?? { delimiter: usual, skipped: 0 }) }
    enough = 2 * Math.max(enough, text.length)
    while (!isWhole && text.length < enough) await readMore()
  }
}

/** @throws AppError if the text is empty or not CSV. */
function refuseOtherTexts(text: string): void {
  if (text.trim() === '') throw fileProblem('empty')
  // JSON, HTML and XML are text too.
  if (/^\s*(?:[{[<]|%PDF)/.test(text)) throw fileProblem('not_csv')
  // In a row, control characters are an error of that row.
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x01-\x08\x0e-\x1f]/.test(headerIn(text))) throw fileProblem('binary')
}

const headerIn = (text: string): string => /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text)?.[1] ?? ''

/** The most frequent delimiter in the header, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const bare = headerIn(text).replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/** The parser is ahead of the yielded rows, so the row number comes from its error. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const row = Number(error.records) + 1
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileProblem('row_too_long', { row }, error)
  return fileProblem('quotes', { row }, error)
}

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

type Table = { delimiter: Delimiter; skipped: number }

/**
 * Finds the table below titles: rows with one filled cell each, such as “Statement of account 2026-11”, above a header and
 * a row with as many cells. Returns its delimiter and the number of rows above the header; null if more of the file is
 * needed. A first row with several cells is the header, unless the next row does not fit and another delimiter does.
 */
function tableIn(start: Beginning): Table | null {
  const { usual, stated, isWhole } = start
  const [first, second] = filledRows(rowsOf(start, usual))
  if (!second && !isWhole) return null
  const firstIsHeader: Table = { delimiter: usual, skipped: 0 }
  if (!first || (filledIn(first) > 1 && (!second || second.length === first.length))) return firstIsHeader
  // Rows with surplus empty cells or without their last ones.
  if (first.filter(start.isColumn).length > 1) return firstIsHeader
  const found = (stated ? [stated] : delimiters).flatMap((delimiter) => belowTitles(start, delimiter) ?? [])
  if (found.length === 0)
    return isWhole || rowsOf(start, usual).length > mostTitles + 1 ? firstIsHeader : null
  const widest = found.reduce((best, one) => (one.width > best.width ? one : best))
  return { delimiter: widest.delimiter, skipped: widest.skipped }
}

function belowTitles(start: Beginning, delimiter: Delimiter): (Table & { width: number }) | null {
  const rows = rowsOf(start, delimiter)
  const skipped = rows.findIndex((row) => filledIn(row) > 1)
  const titles = filledRows(rows.slice(0, skipped))
  const [header, next] = filledRows(rows.slice(skipped))
  const isTitled =
    skipped > 0 && skipped <= mostTitles && titles.length > 0 && !titles.flat().some(start.isColumn)
  return isTitled && header && next?.length === header.length
    ? { delimiter, skipped, width: header.length }
    : null
}

/** The rows that are wholly in the text; none if its quotation marks do not fit the delimiter. */
function rowsOf({ text, isWhole }: Beginning, delimiter: Delimiter): string[][] {
  const to = mostTitles + 3
  try {
    const rows = parseText(text, { delimiter, record_delimiter: lineEnds, relax_column_count: true, to })
    return isWhole || rows.length === to ? rows : rows.slice(0, -1)
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

const filledIn = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length
const filledRows = (rows: string[][]): string[][] => rows.filter((row) => filledIn(row) > 0)
