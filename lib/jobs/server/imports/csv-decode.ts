import 'server-only'
import { isAscii, isUtf8 } from 'node:buffer'
import type { CsvEncoding } from '../../import'
import { fileProblem } from './reasons'

/** The encoding in use. `example`: text by which a person can check it. */
export type FoundEncoding = { encoding: CsvEncoding; example?: string }

/** The characters of Windows-1252 from 80 to 9F. Node's decoder treats it as Latin-1, where these are controls. */
const windowsLetters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * Decodes bytes as they arrive: UTF-8; UTF-16 with a byte order mark; Windows-1252 (Excel's CSV in western countries)
 * if the first letter beyond ASCII is invalid in UTF-8. Reports Windows-1252 to `onFound`, so that a person can
 * check.
 * @throws AppError `invalid` at `file`, with the line, if the bytes do not fit the encoding.
 */
export async function* decodeCsv(
  pieces: AsyncIterable<Uint8Array>,
  onFound: (found: FoundEncoding) => void,
): AsyncGenerator<string> {
  let encoding: CsvEncoding | null = null
  let isPlain = true
  let held: Uint8Array = new Uint8Array()
  let line = 1
  let before = ''
  for await (const { bytes, isFirst, isLast } of gathered(pieces)) {
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    if (isFirst) {
      encoding = wideEncoding(all)
      if (encoding) onFound({ encoding })
      else refuseOtherFiles(all)
    }
    const length: number = isLast ? all.length : wholeLength(all, encoding)
    held = all.subarray(length)
    const whole = all.subarray(0, length)
    if (encoding === null && isPlain && !isAscii(whole)) {
      isPlain = false
      const first = whole.findIndex((byte) => byte > 0x7f)
      if (!isLetterOfUtf8(whole, first)) {
        encoding = 'windows-1252'
        onFound({ encoding, example: exampleIn(before, windowsText(whole), first) })
      }
    }
    const text = decode(whole, { encoding: encoding ?? 'utf-8', line, isFirst })
    line += linesIn(text)
    before = (before + text).slice(-exampleLength)
    yield text
  }
}

type Piece = { bytes: Uint8Array; isFirst: boolean; isLast: boolean }
const signature = 8

/** Yields pieces. The first is long enough to identify the file; an empty one marks the end. */
async function* gathered(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Piece> {
  let start = Buffer.alloc(0)
  let isFirst = true
  for await (const bytes of pieces) {
    if (isFirst) start = Buffer.concat([start, bytes])
    if (isFirst && start.length < signature) continue
    yield { bytes: isFirst ? start : bytes, isFirst, isLast: false }
    isFirst = false
  }
  yield { bytes: isFirst ? start : Buffer.alloc(0), isFirst, isLast: true }
}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)

function wideEncoding(bytes: Uint8Array): CsvEncoding | null {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  return startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : null
}

function refuseOtherFiles(bytes: Uint8Array): void {
  // A ZIP file, as XLSX and ODS are, and the older XLS.
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw fileProblem('spreadsheet')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46) || startsWith(bytes, 0x89, 0x50, 0x4e, 0x47))
    throw fileProblem('binary')
}

function wholeLength(bytes: Uint8Array, encoding: CsvEncoding | null): number {
  if (encoding === 'windows-1252') return bytes.length
  if (encoding !== null) {
    const even = bytes.length - (bytes.length % 2)
    const high = bytes[even - (encoding === 'utf-16le' ? 1 : 2)] ?? 0
    return high >= 0xd8 && high <= 0xdb ? even - 2 : even
  }
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0
    if (byte >= 0xc2 && byte <= 0xf4) return lettersBytes(byte) > back ? bytes.length - back : bytes.length
    if (byte < 0x80) break
  }
  return bytes.length
}

const lettersBytes = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)

const isLetterOfUtf8 = (bytes: Uint8Array, at: number): boolean =>
  isUtf8(bytes.subarray(at, at + lettersBytes(bytes[at] ?? 0)))

type Place = { encoding: CsvEncoding; line: number; isFirst: boolean }

function decode(bytes: Uint8Array, { encoding, line, isFirst }: Place): string {
  // NUL in UTF-8 means a binary file or UTF-16.
  const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
  if (!isWide && bytes.includes(0)) throw fileProblem(looksWide(bytes) ? 'utf16' : 'binary')
  if (encoding === 'windows-1252') return checked(windowsText(bytes), /[\x81\x8d\x8f\x90\x9d]/, line)
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: !isFirst }).decode(bytes)
    if (isWide && text.includes('\0')) throw fileProblem('binary')
    return text
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    const before = new TextDecoder(encoding).decode(bytes).split('\uFFFD', 1)[0] ?? ''
    throw fileProblem(isWide ? 'not_utf16' : 'not_utf8', { line: line + linesIn(before) }, cause)
  }
}

/** @throws AppError if the text has a character that the encoding does not have. */
function checked(text: string, wrong: RegExp, line: number): string {
  const at = text.search(wrong)
  if (at < 0) return text
  throw fileProblem('unknown_encoding', { line: line + linesIn(text.slice(0, at)) })
}

const windowsText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (letter) => windowsLetters[letter.charCodeAt(0) - 0x80] ?? letter)

/** UTF-16 without a byte order mark: Latin text has NUL in every second byte. */
function looksWide(bytes: Uint8Array): boolean {
  const seen = bytes.subarray(0, 400)
  const zeros = [0, 0]
  for (let at = 0; at < seen.length; at++) if (seen[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  return Math.max(...zeros) > seen.length / 4 && Math.min(...zeros) < seen.length / 20
}

/** Characters on each side. */
const exampleLength = 20

/** The words around a character, within its cell, without long numbers: one may be part of a card number. */
function exampleIn(before: string, text: string, at: number): string {
  const left = /[^"\r\n,;|\t]*$/.exec((before + text.slice(0, at)).slice(-exampleLength))?.[0] ?? ''
  const right = /^[^"\r\n,;|\t]*/.exec(text.slice(at, at + exampleLength))?.[0] ?? ''
  return (left + right).replace(/\d(?:[ .-]?\d){5,}/g, '…').trim()
}

/** Line ends as an editor counts them. A CRLF cut in two counts with the text that follows. */
const linesIn = (text: string): number => text.match(/\n|\r(?!\n|$)/g)?.length ?? 0
