import 'server-only'
import type { z } from 'zod'
import { maxImportBytes, type importQuery } from '../../import'
import { taskDetail } from '../../schema'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { importFile, type ImportSource } from './store'

type Asked = { query: z.output<typeof importQuery>; request: Request }

/**
 * Stores an upload and answers with its task. Refuses a larger declared length unread.
 * @throws AppError as importFile
 */
export async function takeUpload(
  context: ActorContext,
  source: ImportSource,
  { query, request }: Asked,
): Promise<Response> {
  if (Number(request.headers.get('content-length')) > maxImportBytes) throw new AppError('too_large')
  const body = (request.body ?? []) as AsyncIterable<Uint8Array>
  const task = await importFile(context, source, { ...query, body })
  return Response.json(taskDetail.parse(task), { status: 202, headers: { 'Cache-Control': 'no-store' } })
}
