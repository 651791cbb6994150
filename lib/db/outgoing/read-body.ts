import 'server-only'

/** A Node stream. Reading it by events costs a fraction of what its async iterator costs. */
type NodeStream = NodeJS.ReadableStream

export type ReadableRequest = {
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | NodeStream | null
}

/** The client disconnected before all of its request had arrived. */
export class RequestCutOff extends Error {
  constructor(options?: ErrorOptions) {
    super('the request was cut off', options)
  }
}

/**
 * Yields the chunks of a body.
 * @throws RequestCutOff
 */
export async function* chunksOf(body: AsyncIterable<Uint8Array> | []): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body
  } catch (cause) {
    throw new RequestCutOff({ cause })
  }
}

type OnBytes = (bytes: number) => void

/**
 * Reads a request's body. Returns null if it is larger than `maxBytes`: a body that declares a larger size is not read,
 * and one that grows larger is cut off. `onBytes` gets the size of each chunk, and may throw to reject the body.
 * @throws RequestCutOff
 */
export async function readBody(
  { headers, body }: ReadableRequest,
  maxBytes: number,
  onBytes: OnBytes = () => {},
): Promise<Buffer | null> {
  if (Number(headers.get('content-length')) > maxBytes) return null
  if (body !== null && 'on' in body) return readSocket(body, maxBytes, onBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(body ?? [])) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    onBytes(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Stops reading at the limit. The rest stays unread and the socket stays open for the answer. */
function readSocket(stream: NodeStream, maxBytes: number, onBytes: OnBytes): Promise<Buffer | null> {
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
    const cutOff = (cause?: unknown) => reject(new RequestCutOff({ cause }))
    // The client disconnected before reading began, so no event will follow.
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
    stream.once('error', cutOff)
    // The client may disconnect midway; the caller must not wait for ever.
    stream.once('close', cutOff)
  })
}
