import 'server-only'
import { randomUUID } from 'node:crypto'
import type pino from 'pino'
import type { z } from 'zod'
import { traced, correlated } from '../../../db/tracing'
import { readFromReplica } from '../read-replica'
import { RequestCutOff } from '../../../db/outgoing/read-body'
import { isStorageUnavailable } from '../../../db/connection/storage-unavailable'
import { isUnopened } from '../../../db/sealing'
import type { Endpoint } from '../../api/endpoint'
import { getTranslator } from '../../i18n/server'
import { issuesByField } from '../../api/issues'
import { minorUnitsText } from '../../../gateway/values/minor-units'
import { changesSettings, type Permission } from '../../permissions'
import { decimalsHeader, requestIdHeader, personHeader } from '../../api/headers'
import { authoriseToken, bearerOf, recordTokenReading, recordTokenUse } from '../api-tokens/authorise'
import { authorise, refused } from '../auth/access'
import { signedIn, type SignedIn } from '../auth/actor'
import { requireRecentSignIn } from '../auth/requirements'
import { config } from '../config/config'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { publishLiveEvent } from '../live'
import { chooseLocale, runInRequestLocale } from '../../i18n/current'
import { log } from '../log/log'
import { loggedPath } from '../log/logged-path'
import { metrics } from '../metrics/metrics'
import { parseJson, readBody } from './body'
import { clientAddress } from './client-address'
import { idempotent, type Settle } from './idempotency'
import { problemResponse } from './problem'

/** Largest JSON body of our API, in bytes. */
export const maxBody = 256 * 1024

/** `id` is empty if the path has none. */
type Params = { shop: string; id: string }
type RouteContext = { params: Promise<{ shop: string; id?: string }> }

type Input<Query extends z.ZodType, Body extends z.ZodType> = {
  query: z.output<Query>
  body: z.output<Body>
  params: Params
}

type Declaration<Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType> = {
  permission: Permission
  isRecentSignInNeeded?: true
  isForPeopleOnly?: true
  isOpenInArchive?: true
  isReadFromReplica?: true
  isBoundToDecimals?: true
  query?: Query
  body?: Body
  /** Parses the answer, so that no extra fields leak. */
  response: Answer
  status?: number
  /**
   * Honours `Idempotency-Key`. `settle` finds the result of a request whose answer was lost. `isRepeatable`: safe to
   * send twice. `Idempotency-Lost: repeat` sends a lost request again if its result cannot be found (idempotency.ts).
   */
  idempotency?: {
    settle?: Settle<Input<Query, Body>, z.input<Answer>>
    isRepeatable?: boolean
  }
  run: (context: ActorContext, input: Input<Query, Body>) => Promise<z.input<Answer>> | z.input<Answer>
}

/**
 * Makes a handler for an endpoint of a shop: checks origin, session and role, parses query and body, runs the verb,
 * parses the answer and maps errors to problems. An API token is checked in place of origin and session.
 */
export function shopRoute<
  Answer extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<Query, Body, Answer>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, async (logger) => {
      const { shop, id = '' } = await params
      const entered = await authoriseRequest(request, shop, declaration, logger)
      const context = { ...entered, signal: request.signal }
      const query = declaration.query ? parse(declaration.query, queryOf(request)) : undefined
      const body = declaration.body
        ? parse(declaration.body, parseJson(await readBody(request, maxBody)))
        : undefined
      const input = { query, body, params: { shop, id } } as Input<Query, Body>
      const read = (from: ActorContext) => declaration.run(from, input)
      const answered = () => (declaration.isReadFromReplica ? readFromReplica(context, read) : read(context))
      const run = async () => {
        if (declaration.isBoundToDecimals) refuseOtherDecimals(request, context)
        return declaration.response.parse(await answered())
      }
      const { idempotency } = declaration
      const key = idempotency && request.headers.get('idempotency-key')
      const route = `${request.method} ${new URL(request.url).pathname}`
      const settle = async (_: unknown, _body: unknown, sentAt: Date) => {
        const settled = await idempotency?.settle?.(context, input, sentAt)
        return settled ? declaration.response.parse(settled) : null
      }
      const isRepeatOfLost = request.headers.get('idempotency-lost') === 'repeat'
      const result = await withRefusalsRecorded(context, declaration.permission, () =>
        key
          ? idempotent(context, { ...idempotency, route, key, input: body, run, settle, isRepeatOfLost })
          : run(),
      )
      if (request.method !== 'GET' && changesSettings(declaration.permission))
        await publishLiveEvent(context, { kind: 'settings' })
      return json(result, declaration.status ?? 200)
    })
}

/** Runs a handler with a correlation ID and in a language, and maps any error to a problem. */
export const answer = (
  request: Request,
  handler: (logger: pino.Logger) => Promise<Response>,
): Promise<Response> => {
  const id = requestIdOf(request.headers)
  const place = { 'http.request.method': request.method, 'url.path': pathOf(request) }
  return correlated(id, () =>
    traced(`${request.method} /api`, place, async (note) => {
      const response = await runInRequestLocale(request.headers, () => handled(request, id, handler))
      note({ 'http.response.status_code': response.status })
      return response
    }),
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the ID that our pages give their requests (lib/core/api/http.ts), so that they know it even if no answer
 * arrives; a new one for other requests.
 */
function requestIdOf(headers: Headers): string {
  const given = headers.get(requestIdHeader)
  return given !== null && uuid.test(given) ? given : randomUUID()
}

async function handled(
  request: Request,
  correlationId: string,
  handler: (logger: pino.Logger) => Promise<Response>,
): Promise<Response> {
  const logger = log().child({ correlation_id: correlationId })
  const took = metrics().requests.startTimer({ method: request.method })
  try {
    const response = withHeaders(request, correlationId, await handler(logger))
    took({ status: response.status })
    return response
  } catch (error) {
    const response = withHeaders(request, correlationId, failed(error, { request, logger, correlationId }))
    took({ status: response.status })
    return response
  }
}

/** Headers to add to the answer of a request, such as how many requests an API token has left. */
const answerHeaders = new WeakMap<Request, Record<string, string>>()

function withHeaders(request: Request, correlationId: string, response: Response): Response {
  response.headers.set(requestIdHeader, correlationId)
  for (const [name, value] of Object.entries(answerHeaders.get(request) ?? {}))
    response.headers.set(name, value)
  return response
}

const pathOf = (request: Request) => loggedPath(new URL(request.url).pathname)

type Failed = { request: Request; logger: pino.Logger; correlationId: string }

function failed(error: unknown, { request, logger, correlationId }: Failed): Response {
  const asked = { method: request.method, path: pathOf(request) }
  if (error instanceof RequestCutOff) {
    logger.info(asked, 'a request was cut off by its sender')
    return problemResponse(new AppError('request_cancelled', { cause: error }), correlationId)
  }
  const isUnknown = !(error instanceof AppError)
  if (isUnknown) logger.error({ err: error, ...asked }, 'request failed')
  else {
    const line = { code: error.code, ...asked }
    if (error.code === 'foreign_origin')
      logger.info({ ...line, address: clientAddress(request.headers) }, 'request refused')
    else logger.debug(line, 'request refused')
  }
  return problemResponse(isUnknown ? withMeaning(error) : error, correlationId)
}

/** Maps an error that is not an AppError to one if the caller can act on it. Returns other errors unchanged. */
function withMeaning(error: unknown): unknown {
  if (isUnopened(error)) return new AppError('secret_unopened', { cause: error })
  return isStorageUnavailable(error) ? storageUnavailable(error) : error
}

const storageUnavailable = (cause: unknown) =>
  new AppError('storage_unavailable', { cause, retryAfterSeconds: 5 })

/**
 * Checks, in this order: origin, session and role, or the API token and its scopes; that the shop is not archived, if
 * the request changes something; that the person signed in recently, if the endpoint needs it. Records use of tokens.
 * @throws AppError
 */
export async function authoriseRequest(
  request: Request,
  shopId: string,
  declared: Pick<Endpoint, 'permission' | 'isRecentSignInNeeded' | 'isForPeopleOnly' | 'isOpenInArchive'>,
  logger: pino.Logger,
): Promise<ActorContext> {
  const token = bearerOf(request)
  const tell = (headers: Record<string, string>) => void answerHeaders.set(request, headers)
  const context =
    token === null
      ? await authorise(await personOf(request), shopId, declared.permission, logger)
      : await authoriseToken({ request, token, shopId, declared, logger, tell })
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (context.shop.archivedAt && !isReading && !declared.isOpenInArchive) throw new AppError('shop_archived')
  if (declared.isRecentSignInNeeded) requireRecentSignIn(context.actor)
  if (isReading) await recordTokenReading(context, request, declared.permission)
  else await recordTokenUse(context, request)
  return context
}

/**
 * Checks the origin, and returns who sent the request. Refuses API tokens, because only people may call these endpoints.
 * @throws AppError
 */
export async function personOf(request: Request): Promise<SignedIn> {
  if (bearerOf(request) !== null) throw new AppError('not_for_tokens')
  refuseForeignOrigin(request)
  const person = await signedIn()
  // A page that was rendered for one person must not act for another who has signed in since.
  const madeFor = request.headers.get(personHeader) ?? new URL(request.url).searchParams.get(personHeader)
  if (!person || (madeFor !== null && madeFor !== person.userId)) throw new AppError('unauthenticated')
  chooseLocale(person.locale)
  return person
}

/** Runs a verb, and records a refusal by the verb itself. */
export async function withRefusalsRecorded<Result>(
  { actor, shop }: ActorContext,
  permission: Permission,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') await refused(actor, shop.id, permission)
    throw error
  }
}

/**
 * Refuses a cross-site mutation by `Origin` and `Sec-Fetch-Site`, as some browsers send only one. Requests with
 * neither do not come from a browser, and pass.
 * @throws AppError
 */
export function refuseForeignOrigin(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const origin = request.headers.get('origin')
  const isForeign = origin !== null && origin !== config.get().appUrl
  const site = request.headers.get('sec-fetch-site')
  if (isForeign || site === 'cross-site' || site === 'same-site') throw new AppError('foreign_origin')
}

/**
 * Refuses requests of a page whose decimals are not those of the shop now: its amounts would mean other sums.
 * @throws AppError `decimals_changed`
 */
function refuseOtherDecimals(request: Request, { shop }: ActorContext): void {
  const read = request.headers.get(decimalsHeader)
  if (read !== null && read !== minorUnitsText(shop.minorUnits)) throw new AppError('decimals_changed')
}

/**
 * Returns the parameters of a request's query. A repeated one is a list, which is refused where a single value belongs:
 * choosing one would answer a different question.
 */
export function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url)
  const values = (name: string): [string, string | string[]] => {
    const [first = '', ...others] = searchParams.getAll(name)
    return [name, others.length === 0 ? first : [first, ...others]]
  }
  return Object.fromEntries([...new Set(searchParams.keys())].map(values))
}

/** @throws AppError `invalid`, with a reason per field. */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  const text = getTranslator('issues')
  throw new AppError('invalid', {
    errors: issuesByField(parsed.error.issues, ({ key, values }) => text(key, values)),
  })
}

export const json = (value: unknown, status: number): Response =>
  Response.json(value, { status, headers: { 'Cache-Control': 'no-store' } })
