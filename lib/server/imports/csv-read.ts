import 'server-only'
import type { Transform } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { delimiters, type Delimiter } from '../../contracts/import'
import { unguard } from '../csv-text'
import { decodeCsv, type FoundEncoding } from './csv-decode'
import { fileProblem } from './file-problem'

/** A row longer than this is no row of a table, but a quote that is never closed. In characters. */
const longestRow = 256 * 1024
const mostColumns = 200

export type CsvRecord = { position: number; cells: string[] }
export type FoundFormat = { delimiter: Delimiter } | FoundEncoding

/**
 * Reads CSV as it arrives: what `decodeCsv` reads, with a comma, semicolon, tab or bar between cells (a first line
 * `sep=;`, as Excel writes it, or else the header says which), quotes, any line ends, with or without a byte order
 * mark. Rows come as a spreadsheet numbers them; empty ones are left out. `onFound` hears of the delimiter before the
 * first record, and of an encoding other than UTF-8 as soon as it is known.
 * @throws AppError `invalid` at `file`, with what is wrong with it and how to save it.
 */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  onFound: (found: FoundFormat) => void,
): AsyncGenerator<CsvRecord> {
  const texts = decodeCsv(pieces, onFound)[Symbol.asyncIterator]()
  const { start, delimiter } = await beginning(texts)
  onFound({ delimiter })
  const parser = parserOf(delimiter)
  const feeding = feed(parser, start, texts)
  feeding.catch((error: unknown) => parser.destroy(error as Error))
  let position = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      position++
      if (cells.length > mostColumns) throw fileProblem('too_many_columns', { max: mostColumns })
      if (cells.every((cell) => cell === '')) continue
      yield { position, cells: cells.map(unguard) }
    }
    await feeding
  } catch (error) {
    throw asProblem(error)
  } finally {
    parser.destroy()
  }
}

const parserOf = (delimiter: Delimiter): Parser =>
  parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: longestRow,
  })

/** Writes all there is into the parser, no faster than it reads. */
async function feed(parser: Transform, start: string, rest: AsyncIterator<string>): Promise<void> {
  const write = async (text: string) => {
    if (text === '' || parser.destroyed || parser.write(text)) return
    await new Promise<void>((resolve) => {
      const goOn = () => {
        parser.off('drain', goOn).off('close', goOn) // A long file waits thousands of times.
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

/** Excel's word for what stands between cells; it does not count the line as a row. */
const separatorLine = /^"?sep=(.)"?(?:\r\n|\n|\r(?!$))/i

/**
 * As much as holds the header, or all there is, and what stands between its cells.
 * @throws AppError where it is empty or plainly something else.
 */
async function beginning(texts: AsyncIterator<string>): Promise<{ start: string; delimiter: Delimiter }> {
  let text = ''
  let stated: string | undefined
  for (;;) {
    const [line, said] = separatorLine.exec(text) ?? []
    if (line && stated === undefined) [text, stated] = [text.slice(line.length), said]
    const isWhole = /[\r\n]/.test(text.trimStart()) && !/^"?sep=/i.test(text)
    if (isWhole || text.length >= longestRow) break
    const next = await texts.next()
    if (next.done) break
    text += next.value
  }
  if (text.trim() === '') throw fileProblem('empty')
  // JSON, HTML and XML are text too.
  if (/^\s*(?:[{[<]|%PDF)/.test(text)) throw fileProblem('not_csv')
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x01-\x08\x0e-\x1f]/.test(text)) throw fileProblem('binary')
  const delimiter = stated === undefined ? delimiterOf(text) : delimiters.find((known) => known === stated)
  if (!delimiter) throw fileProblem('separator', { separator: stated ?? '' })
  return { start: text, delimiter }
}

/** What stands most often between the names of the header, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const header = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text)?.[1] ?? ''
  const bare = header.replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/** The parser is ahead of what was yielded: it knows itself which row it was at. */
function asProblem(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  const row = Number(error.records) + 1
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileProblem('row_too_long', { row }, error)
  return fileProblem('quotes', { row }, error)
}
