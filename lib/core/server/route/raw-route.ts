import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { z } from 'zod'
import { replicaContext } from '../read-replica'
import type { Permission } from '../../permissions'
import { accessAgain } from '../auth/access-again'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { answer, authoriseRequest, withRefusalsRecorded, parse, queryOf } from './route'

type RouteContext = { params: Promise<{ shop: string; id?: string }> }

type Declaration<Query extends z.ZodType> = {
  permission: Permission
  isRecentSignInNeeded?: true
  isForPeopleOnly?: true
  query: Query
  run: (
    context: ActorContext,
    input: { query: z.output<Query>; request: Request; params: { id: string } },
  ) => Promise<Response>
}

/** Like `shopRoute`, for streamed bodies and answers that are not JSON. */
export function rawRoute<Query extends z.ZodType>(declaration: Declaration<Query>) {
  const { permission, query, run } = declaration
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, async (logger) => {
      const { shop, id = '' } = await params
      const entered = await authoriseRequest(request, shop, declaration, logger)
      const context = { ...entered, requireAccess: accessAgain(entered, permission) }
      const input = { query: parse(query, queryOf(request)), request, params: { id } }
      return withRefusalsRecorded(context, permission, () => run(context, input))
    })
}

type Export<Query extends z.ZodType> = Omit<Declaration<Query>, 'run'> & {
  /** The list, as in the file's name. */
  name: string
  lines: (context: ActorContext, query: z.output<Query>) => AsyncGenerator<string, void>
}

/** Like `rawRoute`, for a list as a CSV file, from the replica if it can. Its name has the shop and the day. */
export const exportRoute = <Query extends z.ZodType>({ name, lines, ...declared }: Export<Query>) =>
  rawRoute({
    ...declared,
    run: async (context, { query }) => {
      const day = new Date().toISOString().slice(0, 10)
      const reading = await replicaContext(context)
      return csvFile(context, `${name}-${context.shop.id}-${day}.csv`, lines(reading, query))
    },
  })

/** Streams a CSV file to save under this name. */
export const csvFile = (context: ActorContext, name: string, lines: AsyncGenerator<string, void>): Response =>
  fileResponse(context, { name, type: 'text/csv; charset=utf-8' }, lines)

/**
 * Streams a file to save under this name. An error breaks the connection, so that half a file does not look complete. So
 * does the end of its reader's access.
 */
export function fileResponse(
  context: Pick<ActorContext, 'log' | 'requireAccess'>,
  { name, type }: { name: string; type: string },
  content: AsyncGenerator<string | Uint8Array, void>,
): Response {
  const encoder = new TextEncoder()
  // A slow reader may ask for more after the request was handled. The rest is still in its language.
  const inRequest = AsyncLocalStorage.snapshot()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await context.requireAccess?.()
          const next = await inRequest(() => content.next())
          if (next.done) controller.close()
          else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value)
        } catch (error) {
          context.log[error instanceof AppError ? 'info' : 'error']({ err: error }, 'file was cut')
          controller.error(error)
          // Records how much of it was read. After an error of its own this does nothing.
          await inRequest(() => content.return(undefined))
        }
      },
      cancel: async () => void (await content.return(undefined)),
    },
    { highWaterMark: 1 },
  )
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(body, { headers })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]
type Handler = (request: Request) => Promise<Response>

/**
 * Handlers for methods that a route does not have: a problem that names the allowed ones. Next.js would answer
 * without a body.
 */
export function otherMethods<const Given extends Method>(
  ...given: Given[]
): Record<Exclude<Method, Given> | 'OPTIONS', Handler> {
  const allow = given.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const methodNotAllowed: Handler = async (request) => {
    const refusal = await refuse(request, 'method_not_allowed')
    refusal.headers.set('Allow', allow)
    return refusal
  }
  const tellMethods: Handler = async () => new Response(null, { status: 204, headers: { Allow: allow } })
  const others = methods.filter((method) => !(given as readonly Method[]).includes(method))
  return {
    ...Object.fromEntries(others.map((method) => [method, methodNotAllowed])),
    OPTIONS: tellMethods,
  } as Record<Exclude<Method, Given> | 'OPTIONS', Handler>
}

export const unknownAddress: Handler = (request) => refuse(request, 'not_found')

const refuse = (request: Request, code: 'method_not_allowed' | 'not_found') =>
  answer(request, () => Promise.reject(new AppError(code)))
