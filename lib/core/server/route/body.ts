import 'server-only'
import { readBody as readBounded, type ReadableRequest } from '../../../db/outgoing/read-body'
import { AppError } from '../errors'

/**
 * Reads a request's body, at most `maxBytes`. Refuses a larger declared length unread, and stops reading beyond the
 * limit. `onBytes` gets the size of each piece and may throw.
 * @throws AppError `too_large`.
 */
export async function readBody(
  request: ReadableRequest,
  maxBytes: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer> {
  const body = await readBounded(request, maxBytes, onBytes)
  if (!body) throw new AppError('too_large')
  return body
}

/** @throws AppError `not_json` unless the body is JSON in UTF-8. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new AppError('not_json', { cause })
  }
}
