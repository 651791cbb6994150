import 'server-only'
import type { z } from 'zod'
import type { Permission } from '../../permissions'
import type { ActorContext } from '../context'
import { answer, enter, notingRefusals, parse, queryOf } from './route'

type RouteContext = { params: Promise<{ shop: string; id?: string }> }

type Declaration<Query extends z.ZodType> = {
  permission: Permission
  query: Query
  run: (
    context: ActorContext,
    input: { query: z.output<Query>; request: Request; params: { id: string } },
  ) => Promise<Response>
}

/** Like `shopRoute`, for streamed bodies and answers that are not JSON. */
export function rawRoute<Query extends z.ZodType>({ permission, query, run }: Declaration<Query>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, async (logger) => {
      const { shop, id = '' } = await params
      const context = await enter(request, shop, permission, logger)
      const input = { query: parse(query, queryOf(request)), request, params: { id } }
      return notingRefusals(context, permission, () => run(context, input))
    })
}

/**
 * Streams a CSV file to save under this name. An error breaks the connection, so that half a file does not look
 * complete.
 */
export function csvFile(context: ActorContext, name: string, lines: AsyncGenerator<string, void>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await lines.next()
          if (next.done) controller.close()
          else controller.enqueue(encoder.encode(next.value))
        } catch (error) {
          context.log.error({ err: error }, 'file was cut')
          controller.error(error)
        }
      },
      cancel: async () => void (await lines.return(undefined)),
    },
    { highWaterMark: 1 },
  )
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(body, { headers })
}
