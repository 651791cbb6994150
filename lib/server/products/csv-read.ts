import 'server-only'
import type { Transform } from 'node:stream'
import { CsvError, parse, type Parser } from 'csv-parse'
import { delimiters, type Delimiter } from '../../contracts/product-import'
import { getTranslator } from '../../i18n/server'
import { AppError } from '../errors'
import { unguard } from '../csv-text'

/** A row longer than this is no row of products, but a quote that is never closed. In characters. */
const longestRow = 256 * 1024
const mostColumns = 200

type Reason = Parameters<ReturnType<typeof getTranslator<'importProblems'>>>[0]

/** What is wrong with the file as a whole. */
export function fileProblem(
  reason: Reason,
  values?: Record<string, string | number>,
  cause?: unknown,
): AppError {
  return new AppError('invalid', {
    errors: { file: [getTranslator('importProblems')(reason, values)] },
    cause,
  })
}

export type CsvRecord = { position: number; cells: string[] }

/**
 * Reads CSV in UTF-8 as it arrives: comma, semicolon or tab between cells (the header says which), quotes, any line
 * ends, with or without a byte order mark. Rows come as a spreadsheet numbers them; empty ones are left out. `onStart`
 * hears of the delimiter before the first record.
 * @throws AppError `invalid` at `file`, with what is wrong with it and how to save it.
 */
export async function* readCsv(
  pieces: AsyncIterable<Uint8Array>,
  onStart: (delimiter: Delimiter) => void,
): AsyncGenerator<CsvRecord> {
  const texts = decoded(pieces)[Symbol.asyncIterator]()
  const start = await beginning(texts)
  const delimiter = delimiterOf(start)
  onStart(delimiter)
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
    throw asProblem(error, position + 1)
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

/** @throws AppError `invalid` where it is no text in UTF-8. */
async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true }) // Which drops a byte order mark.
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst && piece.length > 0) {
      refuseOtherFiles(piece)
      isFirst = false
    }
    // UTF-8 has a NUL only for NUL, which no text has; UTF-16 and most other files are full of them.
    if (piece.includes(0)) throw fileProblem(isWide(piece) ? 'utf16' : 'binary')
    yield decode(decoder, piece)
  }
  yield decode(decoder)
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return decoder.decode(piece, { stream: piece !== undefined })
  } catch (cause) {
    throw fileProblem('not_utf8', undefined, cause)
  }
}

const startsWith = (piece: Uint8Array, ...bytes: number[]) => bytes.every((byte, at) => piece[at] === byte)

function refuseOtherFiles(piece: Uint8Array): void {
  if (startsWith(piece, 0xff, 0xfe) || startsWith(piece, 0xfe, 0xff)) throw fileProblem('utf16')
  // A ZIP file, as XLSX and ODS are, and the older XLS.
  if (startsWith(piece, 0x50, 0x4b, 0x03, 0x04) || startsWith(piece, 0xd0, 0xcf, 0x11, 0xe0))
    throw fileProblem('spreadsheet')
  if (startsWith(piece, 0x25, 0x50, 0x44, 0x46) || startsWith(piece, 0x89, 0x50, 0x4e, 0x47))
    throw fileProblem('binary')
}

/** UTF-16 without a mark: Latin text has a NUL in every second place. */
function isWide(piece: Uint8Array): boolean {
  const seen = piece.subarray(0, 400)
  const zeros = [0, 0]
  for (let at = 0; at < seen.length; at++) if (seen[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  return Math.max(...zeros) > seen.length / 4 && Math.min(...zeros) < seen.length / 20
}

/** As much as holds the header, or all there is. @throws AppError where it is empty or plainly something else. */
async function beginning(texts: AsyncIterator<string>): Promise<string> {
  let text = ''
  while (!/[\r\n]/.test(text.trimStart()) && text.length < longestRow) {
    const next = await texts.next()
    if (next.done) break
    text += next.value
  }
  if (text.trim() === '') throw fileProblem('empty')
  // JSON, HTML and XML are text too.
  if (/^\s*(?:[{[<]|%PDF)/.test(text)) throw fileProblem('not_csv')
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\x01-\x08\x0e-\x1f]/.test(text)) throw fileProblem('binary')
  return text
}

/** What stands most often between the names of the header, outside quotes. */
function delimiterOf(text: string): Delimiter {
  const header = /^\s*((?:"(?:[^"]|"")*"|[^"\r\n])*)/.exec(text)?.[1] ?? ''
  const bare = header.replace(/"(?:[^"]|"")*"/g, '')
  const count = (delimiter: string) => bare.split(delimiter).length
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

function asProblem(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_MAX_RECORD_SIZE') return fileProblem('row_too_long', { row }, error)
  return fileProblem('quotes', { row }, error)
}
