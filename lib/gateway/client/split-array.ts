import 'server-only'

/** One element of a JSON array: its source text and its parsed value. `text` is null if it was too long to keep. */
export type Element = { text: string | null; value: unknown; isReadable: boolean }

export class NotAnArray extends Error {
  override readonly name = 'NotAnArray'
}

const byte = (character: string) => character.charCodeAt(0)
const quote = byte('"')
const backslash = byte('\\')
const comma = byte(',')
const opening = { list: byte('['), object: byte('{') }
const closing = { list: byte(']'), object: byte('}') }
const isSpace = (c: number) => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09
const byteOrderMark = [0xef, 0xbb, 0xbf]

/**
 * Splits a JSON array that arrives in chunks into its elements and parses each alone, so it holds one element in
 * memory. An unreadable element is reported and skipped. Works on bytes, because a chunk may end within a character;
 * JSON's delimiters are ASCII.
 *
 * Not a library: over 100,000 products @streamparser/json (0.0.26) took 2.7 times as long and stream-json (3.8) 6
 * times, because both work token by token. Neither continues after an element that is not JSON.
 */
export class ArraySplitter {
  /** 0 before the array, 1 between elements, more within one, -1 after the end. */
  private depth = 0
  private isInString = false
  private isEscaped = false
  private held: Buffer[] = []
  private heldBytes = 0
  private preamble = 0
  /** Whether another element must follow, after a comma. */
  private isExpecting = false

  /** `maxElement`: in bytes; a longer element is unreadable. */
  constructor(private readonly maxElement: number) {}

  /** Returns the elements that end in this chunk. @throws NotAnArray */
  push(piece: Buffer): Element[] {
    const done: Element[] = []
    let from = 0
    let { depth, isInString, isEscaped } = this // Local variables for speed: the loop handles every byte.
    for (let at = 0; at < piece.length; at++) {
      const c = piece[at]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (c === backslash) isEscaped = true
        else if (c === quote) isInString = false
      } else if (depth <= 0) {
        depth = this.outside(c as number, depth)
        from = at + 1
      } else if (c === quote) isInString = true
      else if (c === opening.list || c === opening.object) depth++
      else if (c === closing.list || c === closing.object) {
        depth--
        if (depth > 0) continue
        depth = -1
        this.end(piece.subarray(from, at), done, { isLast: true })
        from = at + 1
      } else if (c === comma && depth === 1) {
        this.end(piece.subarray(from, at), done, { isLast: false })
        from = at + 1
      }
    }
    Object.assign(this, { depth, isInString, isEscaped })
    if (depth > 0) this.keep(piece.subarray(from))
    return done
  }

  /** Call after the last chunk. @throws NotAnArray if the array has not ended. */
  finish(): void {
    if (this.depth !== -1) throw new NotAnArray('the array does not end')
  }

  /** Handles a byte before or after the array. Returns the new depth. */
  private outside(c: number, depth: number): number {
    if (isSpace(c)) return depth
    if (depth === 0 && c === opening.list) return 1
    if (depth === 0 && c === byteOrderMark[this.preamble++]) return 0
    throw new NotAnArray('not an array')
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return
    this.heldBytes += part.length
    if (this.heldBytes > this.maxElement) this.held = []
    else this.held.push(part)
  }

  private end(part: Buffer, done: Element[], { isLast }: { isLast: boolean }): void {
    this.keep(part)
    const text = this.heldBytes > this.maxElement ? null : asText(this.held).trim()
    this.held = []
    this.heldBytes = 0
    const isEmptyArray = text === '' && isLast && !this.isExpecting
    this.isExpecting = !isLast
    if (!isEmptyArray) done.push(parse(text))
  }
}

const asText = (parts: Buffer[]): string =>
  (parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)).toString('utf8')

function parse(text: string | null): Element {
  if (text === null) return { text, value: undefined, isReadable: false }
  try {
    return { text, value: JSON.parse(text), isReadable: true }
  } catch {
    return { text, value: undefined, isReadable: false } // The parser's message quotes its input.
  }
}
