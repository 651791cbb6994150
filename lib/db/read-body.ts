import 'server-only'

/** Of a request: as web standards have it, or a socket's. */
export type Bodied = {
  headers: { get: (name: string) => string | null }
  body: AsyncIterable<Uint8Array> | null
}

/**
 * A request's body, or null where it is larger than `maxBytes`: what is declared too large stays unread, what
 * turns out too large is cut off. `onBytes` hears how much comes, and may refuse it by throwing.
 */
export async function readBody(
  request: Bodied,
  maxBytes: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length')) > maxBytes) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    onBytes?.(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
