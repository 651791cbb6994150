import 'server-only'
import { Refusal } from './refusal'

/** Largest request body. The API documents no limit. */
const maxBodyBytes = 1024 * 1024

/** Deepest nesting of a body; the API needs 6. */
const maxDepth = 32

/** Most values in a body. Each takes many times its size as a parsed object, and more when it is invalid. */
const maxValues = 10_000

const maxMilliseconds = 10_000

/**
 * Reads the body as a JSON object. The statuses are inferred: 400 for anything but a JSON object in UTF-8 (a byte order
 * mark is skipped) or for too deep nesting, 408 if it arrives too slowly, 413 if it is too large or has too many
 * values, 415 if it is compressed.
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
    // The parser's own message quotes the body, which may contain a card number.
    if (cause instanceof SyntaxError || cause instanceof TypeError)
      throw new Refusal(400, 'Body is not valid JSON')
    throw cause
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'Body is not a JSON object')
  return value as Record<string, unknown>
}

/** Refuses a too large `Content-Length` unread. Cancels a body that turns out too large or too slow. */
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
    // Otherwise the sender disconnected: not an error of the sandbox.
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
 * Checks depth and number of values before parsing. In UTF-8 no byte of another character equals one of these; invalid
 * UTF-8 or JSON is left to the parser.
 */
function checkShape(bytes: Buffer): void {
  let depth = 0
  let values = 0
  let isInText = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (isInText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInText = false
    } else if (byte === quote) isInText = true
    else if (opens.has(byte)) {
      depth += 1
      values += 1
    } else if (closes.has(byte)) depth -= 1
    else if (byte === comma) values += 1
    if (depth > maxDepth) throw new Refusal(400, 'Body nests too deep')
    if (values > maxValues) throw new Refusal(413, 'Body holds too many values')
  }
}
