import 'server-only'
import type { z } from 'zod'
import { maxImportBytes, type importQuery } from '../../contracts/import'
import { taskDetail } from '../../contracts/task'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { importFile, type ImportSource } from './store'

type Asked = { query: z.output<typeof importQuery>; request: Request }

/** Answers an upload with its task. What is declared too large is refused unread. @throws AppError as importFile */
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
