import 'server-only'
import { randomUUID } from 'node:crypto'
import type pino from 'pino'
import type { z } from 'zod'
import { issuesByField } from '../contracts/issues'
import type { Permission } from '../contracts/permissions'
import { getTranslator } from '../i18n/server'
import { signedIn } from './auth/actor'
import { authorise } from './auth/access'
import { parseJson, readBody } from './body'
import { config } from './config'
import type { ActorContext } from './context'
import { AppError } from './errors'
import { idempotent, type Settle } from './idempotency'
import { log } from './log'
import { problemResponse } from './problem'

/** Largest JSON body our own API takes, in bytes. */
const maxBody = 256 * 1024

/** `id` is empty where the address has none. */
type Params = { shop: string; id: string }
type RouteContext = { params: Promise<{ shop: string; id?: string }> }

type Input<Query extends z.ZodType, Body extends z.ZodType> = {
  query: z.output<Query>
  body: z.output<Body>
  params: Params
}

type Declaration<Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = {
  permission: Permission
  query?: Query
  body?: Body
  /** The answer is parsed with it on the way out, so that nothing extra leaks. */
  response: Answer
  status?: number
  /**
   * The request honours an `Idempotency-Key`; `settle` finds out what became of one whose answer was lost.
   * `repeatable`: doing it twice changes no more than doing it once. With `Idempotency-Lost: repeat`, what was
   * lost and is not to be found is sent again (idempotency.ts).
   */
  idempotency?: {
    settle?: Settle<Input<Query, Body>, z.input<Answer>>
    repeatable?: boolean
  }
  run: (context: ActorContext, input: Input<Query, Body>) => Promise<z.input<Answer>> | z.input<Answer>
}

/**
 * The one wrapper of our API's handlers: origin, session, role, query and body by their schemas, the verb,
 * the answer by its schema, errors as problems. A handler declares and calls; it decides nothing.
 */
export function shopRoute<
  Answer extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<Query, Body, Answer>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, async (logger) => {
      const { shop, id = '' } = await params
      const entered = await enter(request, shop, declaration.permission, logger)
      const context = { ...entered, signal: request.signal }
      const query = declaration.query ? parse(declaration.query, queryOf(request)) : undefined
      const body = declaration.body
        ? parse(declaration.body, parseJson(await readBody(request, maxBody)))
        : undefined
      const input = { query, body, params: { shop, id } } as Input<Query, Body>
      const run = async () => declaration.response.parse(await declaration.run(context, input))
      const { idempotency } = declaration
      const key = idempotency && request.headers.get('idempotency-key')
      const route = `${request.method} ${new URL(request.url).pathname}`
      const settle = async (_: unknown, _body: unknown, sentAt: Date) => {
        const settled = await idempotency?.settle?.(context, input, sentAt)
        return settled ? declaration.response.parse(settled) : null
      }
      const repeatsLost = request.headers.get('idempotency-lost') === 'repeat'
      const result = key
        ? await idempotent(context, { ...idempotency, route, key, input: body, run, settle, repeatsLost })
        : await run()
      return json(result, declaration.status ?? 200)
    })
}

/** Runs a handler with a correlation ID, and turns whatever it throws into a problem. */
export async function answer(
  request: Request,
  handler: (logger: pino.Logger) => Promise<Response>,
): Promise<Response> {
  const correlationId = randomUUID()
  const logger = log().child({ correlation_id: correlationId })
  try {
    return await handler(logger)
  } catch (error) {
    const unknown = !(error instanceof AppError)
    const { pathname } = new URL(request.url)
    if (unknown) logger.error({ err: error, method: request.method, path: pathname }, 'request failed')
    else logger.debug({ code: error.code, method: request.method, path: pathname }, 'request refused')
    return problemResponse(error, correlationId)
  }
}

/** Origin, session and role, in this order. @throws AppError */
export async function enter(
  request: Request,
  shopId: string,
  permission: Permission,
  logger: pino.Logger,
): Promise<ActorContext> {
  refuseForeignOrigin(request)
  const person = await signedIn()
  if (!person) throw new AppError('unauthenticated')
  return authorise(person, shopId, permission, logger)
}

/** A mutation with a foreign Origin is refused; one with none comes from no browser page, and passes. @throws AppError */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== config.get().appUrl) throw new AppError('foreign_origin')
}

/** A request's query, by name. */
export const queryOf = (request: Request) => Object.fromEntries(new URL(request.url).searchParams)

/** What a schema makes of a value. @throws AppError `invalid`, in words by field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const text = getTranslator('issues')
  throw new AppError('invalid', {
    errors: issuesByField(parsed.error.issues, ({ key, values }) => text(key, values)),
  })
}

const json = (value: unknown, status: number): Response =>
  Response.json(value, { status, headers: { 'Cache-Control': 'no-store' } })
