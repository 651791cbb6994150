import 'server-only'
import { Refusal } from './refusal'

/** Largest request body. The interface gives no limit. */
const maxBodyBytes = 1024 * 1024

/** How deep a body may nest; the interface needs 6. */
const maxDepth = 32

/** Values in a body. Each one costs many times its own size once it is an object, and again when it is wrong. */
const maxValues = 10_000

/** How long a body may take to arrive. */
const maxMilliseconds = 10_000

/**
 * The body as a JSON object. Statuses are inferred, the interface gives none: 400 for what is no JSON object in
 * UTF-8 (a byte order mark is passed over) or nests too deep, 408 for what arrives too slowly, 413 for what is
 * too large or holds too many values, 415 for what is compressed.
 * @throws Refusal 400, 408, 413 or 415
 */
export async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity'
  if (encoding !== 'identity' && encoding !== '')
    throw new Refusal(415, 'Content-Encoding is not supported', {}, { 'Accept-Encoding': 'identity' })
  const bytes = await readBytes(request)
  checkShape(bytes)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    // The parser's own message quotes the body, which may hold a card number.
    if (cause instanceof SyntaxError || cause instanceof TypeError)
      throw new Refusal(400, 'Body is not valid JSON')
    throw cause
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'Body is not a JSON object')
  return value as Record<string, unknown>
}

/** What is declared too large stays unread; what turns out too large, or comes too slowly, is cut off. */
async function readBytes(request: Request): Promise<Buffer> {
  const tooLarge = () => new Refusal(413, 'Request body is too large')
  if (Number(request.headers.get('content-length')) > maxBodyBytes) throw tooLarge()
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Refusal(408, 'Request body took too long')), maxMilliseconds)
    timer.unref()
    void reader.closed.catch(() => undefined).finally(() => clearTimeout(timer))
  })
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return Buffer.concat(chunks, size)
      size += value.byteLength
      if (size > maxBodyBytes) throw tooLarge()
      chunks.push(value)
    }
  } catch (error) {
    // The sender broke off: it reads no answer any more, and nothing of ours is wrong.
    const refusal = error instanceof Refusal ? error : new Refusal(400, 'Request body is incomplete')
    void reader.cancel(refusal).catch(() => undefined)
    throw refusal
  }
}

const quote = 0x22
const backslash = 0x5c
const opens = new Set([0x5b, 0x7b])
const closes = new Set([0x5d, 0x7d])
const comma = 0x2c

/**
 * Judges depth and number of values before anything is made of the bytes. In UTF-8 no byte of another character
 * looks like one of these; in what is no UTF-8 or no JSON the parser finds its own fault.
 */
function checkShape(bytes: Buffer): void {
  let depth = 0
  let values = 0
  let inText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (opens.has(byte)) {
      depth += 1
      values += 1
    } else if (closes.has(byte)) depth -= 1
    else if (byte === comma) values += 1
    if (depth > maxDepth) throw new Refusal(400, 'Body nests too deep')
    if (values > maxValues) throw new Refusal(413, 'Body holds too many values')
  }
}
