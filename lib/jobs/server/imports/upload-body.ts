import 'server-only'
import { AppError } from '../../../core/server/errors'
import { chunksOf } from '../../../db/outgoing/read-body'

/**
 * Yields the chunks of an uploaded file. Refuses a declared length over `most` bytes without reading.
 * @throws AppError `too_large`; RequestCutOff while reading
 */
export function uploadBody(request: Request, most: number): AsyncGenerator<Uint8Array, void> {
  if (Number(request.headers.get('content-length')) > most) throw new AppError('too_large')
  return limited(chunksOf((request.body ?? []) as AsyncIterable<Uint8Array>), most)
}

async function* limited(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void> {
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    if (size > most) throw new AppError('too_large')
    yield piece
  }
}
