import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import { engine, type Engine } from '../../db/engine'
import { isOpenToVisitor, sandboxSettings } from '../shops/settings'
import { loadShop, type Shop } from '../shops/shops'
import { readJsonObject } from './body'
import {
  endpoints,
  rulesOf,
  type EndpointName,
  type OwnEndpoint,
  type Call,
  type PublicCall,
} from './endpoints'
import { applyFault, takeFault } from './faults'
import { relaxed } from './lenient'
import { json, notFound, Refusal } from './refusal'
import { urlOf } from '../../gateway/values/url'

type Context<Params> = { params: Promise<Params> }
type Handler<Params> = (request: Request, context: Context<Params>) => Promise<Response>
type Verb<Params> = (call: Call<Params>) => Promise<Response>

/**
 * Creates a route handler of the merchant API. Order: Basic credentials, an ordered fault, header checks, `verb`.
 * `name` selects the format of failures.
 */
export function endpoint<Params>(name: EndpointName | OwnEndpoint, verb: Verb<Params>): Handler<Params> {
  return (request, context) => {
    const isWrapped = wrapsErrors(request, name)
    return handleErrors({ request, context, isWrapped }, async (call) => {
      const shop = await authenticate(request, call.engine)
      const run = () => runVerb(name, verb, { request, call: { ...call, shop }, isWrapped })
      const fault = isFaulty(name) ? await takeFault(call.engine.db, shop.id, name) : null
      return fault ? applyFault(fault, run) : run()
    })
  }
}

/** Failures are flat if the request names any API version (docs/gateway.md#errors). */
function wrapsErrors(request: Request, name: EndpointName | OwnEndpoint): boolean {
  if (request.headers.get('x-api-version')) return false
  const { wrapped } = rulesOf(name)
  return wrapped === 'leniently' ? sandboxSettings.peek()?.isLenient === true : wrapped === true
}

const isFaulty = (name: EndpointName | OwnEndpoint): name is EndpointName => name in endpoints

type Run<Params> = { request: Request; call: Call<Params>; isWrapped: boolean }

async function runVerb<Params>(
  name: EndpointName | OwnEndpoint,
  verb: Verb<Params>,
  { request, call, isWrapped }: Run<Params>,
): Promise<Response> {
  const { isLenient } = sandboxSettings.get()
  try {
    if (!isLenient) checkHeaders(request, name)
    const body = async () => (isLenient ? relaxed(await call.body(), name) : call.body())
    return await verb({ ...call, body })
  } catch (error) {
    if (error instanceof Refusal) return error.answer({ isWrapped })
    throw error
  }
}

/**
 * Creates a route handler for the payer pages. Refuses posts from other sites, and visitors who may not open the pages.
 * The back office pays with the shop's credentials instead.
 */
export function payerEndpoint<Params>(
  verb: (call: PublicCall<Params>) => Promise<Response>,
): Handler<Params> {
  return (request, context) =>
    handleErrors({ request, context, isWrapped: false }, async (call) => {
      refuseForeignOrigin(request)
      if (!(await isOpenToVisitor()) && !(await hasCredentials(request, call.engine))) throw notFound()
      return verb(call)
    })
}

type Answering<Params> = { request: Request; context: Context<Params>; isWrapped: boolean }

async function handleErrors<Params>(
  { request, context, isWrapped }: Answering<Params>,
  run: (call: PublicCall<Params>) => Promise<Response>,
): Promise<Response> {
  const settings = sandboxSettings.peek()
  if (!settings) return notFound().answer()
  try {
    const params = await context.params
    return await run({
      engine: engine.get(),
      params,
      body: () => readJsonObject(request),
      header: (name) => request.headers.get(name),
    })
  } catch (error) {
    if (error instanceof Refusal) return error.answer({ isWrapped })
    if (!settings.onError) throw error
    settings.onError(error)
    return json({ message: 'Internal server error' }, 500)
  }
}

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof all)[number]

/**
 * Returns the exports of a route file: the given handlers, 405 with `Allow` for other methods (inferred: undocumented),
 * and 204 with `Allow` for OPTIONS. The framework answers HEAD from GET.
 */
export function methods<Handling>(
  given: Partial<Record<Method, Handling>>,
): Record<Method, Handling | (() => Promise<Response>)> {
  const has = all.filter((method) => given[method] !== undefined)
  const allow = [...has.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  )
  const refuse = async () => {
    if (!sandboxSettings.peek()) return notFound().answer()
    return new Refusal(405, 'Method not allowed', {}, { Allow: allow }).answer()
  }
  const answerOptions = async () => new Response(null, { status: 204, headers: { Allow: allow } })
  return Object.fromEntries(
    all.map((method) => [method, given[method] ?? (method === 'OPTIONS' ? answerOptions : refuse)]),
  ) as Record<Method, Handling | (() => Promise<Response>)>
}

const refuse = (status: number, text: string) => new Refusal(status, text, { errors: { base: [text] } })

/**
 * Checks the headers (docs/gateway.md#endpoints). Endpoint 2: Content-Type and Accept must be application/json,
 * X-API-Version must be 2. Endpoints 1, 3, 6 and 7: Content-Type, if present, must be application/json. The statuses
 * 415, 406 and 400 and the texts are inferred.
 * @throws Refusal
 */
function checkHeaders(request: Request, name: EndpointName | OwnEndpoint): void {
  const { headers: wanted } = rulesOf(name)
  if (!wanted) return
  const contentType = request.headers.get('content-type')
  const mayBeAbsent = wanted === 'json_body' && contentType === null
  if (!mayBeAbsent && !isJson(contentType ?? ''))
    throw refuse(415, 'Content-Type must be application/json, in UTF-8')
  if (wanted !== 'versioned') return
  if (!accepts(request.headers.get('accept') ?? '')) throw refuse(406, 'Accept must be application/json')
  if (request.headers.get('x-api-version')?.trim() !== '2') throw refuse(400, 'X-API-Version must be 2')
}

/** Ignores parameters other than charset: they have no meaning for JSON (RFC 8259). */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters.map((text) => text.trim()).filter((text) => text.startsWith('charset='))
  return type?.trim() === 'application/json' && charsets.every((text) => /^charset="?utf-?8"?$/.test(text))
}

/** Accept may list several types; `*` alone does not count. */
const accepts = (accept: string) =>
  accept
    .toLowerCase()
    .split(',')
    .some((range) => range.split(';')[0]?.trim() === 'application/json')

/**
 * Refuses posts from other sites. A request without an origin passes: no browser sent it. A browser that uses another
 * name of this server (127.0.0.1 for localhost) passes if the origin matches the Host header.
 * @throws Refusal 403
 */
function refuseForeignOrigin(request: Request): void {
  if (!isForeign(request)) return
  sandboxSettings.get().onForeignPost?.(request.headers)
  throw new Refusal(403, 'Forbidden', { code: 'foreign_origin' })
}

function isForeign(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return true
  const origin = request.headers.get('origin')
  if (origin === null || origin === sandboxSettings.get().publicOrigin) return false
  const host = request.headers.get('host')
  return host === null || urlOf(origin)?.host !== host
}

/** Has `errors`, because some clients recognise a flat failure only by that field. */
const unauthorized = () =>
  new Refusal(
    401,
    'Unauthorized',
    { errors: { base: ['Unauthorized'] } },
    { 'WWW-Authenticate': 'Basic realm="Sandbox", charset="UTF-8"' },
  )

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Shop IDs are PostgreSQL integers in the sandbox. */
const maxShopId = 2_147_483_647

/**
 * Returns the calling shop (docs/gateway.md#authentication). HTTP Basic: user = shop ID, password = secret key.
 * Compares digests, so that timing reveals neither the key's content nor its length; an unknown shop takes as long as a
 * wrong key. Status 401 is inferred (docs/gateway.md#errors).
 */
async function authenticate(request: Request, { db, sealer }: Engine): Promise<Shop> {
  const credentials = readBasic(request.headers.get('authorization'))
  if (!credentials) throw unauthorized()
  const id = /^\d{1,10}$/.test(credentials.user) ? Number(credentials.user) : 0
  const shop = id > 0 && id <= maxShopId ? await loadShop(db, sealer, id) : null
  const isMatch = timingSafeEqual(digest(credentials.password), digest(shop?.secretKey ?? ''))
  if (!shop || !isMatch) throw unauthorized()
  return shop
}

const hasCredentials = (request: Request, on: Engine): Promise<boolean> =>
  authenticate(request, on).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

function readBasic(header: string | null): { user: string; password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1]
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
