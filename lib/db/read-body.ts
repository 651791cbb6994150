import 'server-only'

/** A Node stream as it comes from a socket: read by its events, which cost a fraction of what an iterator does. */
type Socketed = NodeJS.ReadableStream

/** Of a request: as web standards have it, or a socket's. */
export type Bodied = {
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | Socketed | null
}

type Heard = (bytes: number) => void

/**
 * A request's body, or null where it is larger than `maxBytes`: what is declared too large stays unread, what
 * turns out too large is cut off. `onBytes` hears how much comes, and may refuse it by throwing.
 */
export async function readBody(
  { headers, body }: Bodied,
  maxBytes: number,
  onBytes: Heard = () => {},
): Promise<Buffer | null> {
  if (Number(headers.get('content-length')) > maxBytes) return null
  if (body !== null && 'on' in body) return readSocket(body, maxBytes, onBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    onBytes(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Of what is cut off, the rest stays unread, and the socket open for the answer. */
function readSocket(stream: Socketed, maxBytes: number, onBytes: Heard): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.byteLength
      if (size > maxBytes) return stop(() => resolve(null))
      try {
        onBytes(chunk.byteLength)
      } catch (error) {
        return stop(() => reject(error instanceof Error ? error : new Error(String(error))))
      }
      chunks.push(chunk)
    }
    const cutOff = () => reject(new Error('the request was cut off'))
    // Who hung up before this was reached is heard of no more.
    if (!stream.readable) return cutOff()
    const stop = (settle: () => void) => {
      stream.off('data', take).off('close', cutOff)
      stream.pause()
      settle()
    }
    stream.on('data', take)
    stream.once('end', () => {
      stream.off('close', cutOff)
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    stream.once('error', reject)
    // Who hangs up in the middle is answered by nobody; what waits for the body must not wait for ever.
    stream.once('close', cutOff)
  })
}
