import 'server-only'
import { Agent, errors as undiciErrors, request } from 'undici'
import type { z } from 'zod'
import { readFailure, type GatewayFailure } from '../../gateway/errors'
import { singleton } from '../../db/singleton'
import type { ShopContext } from '../context'
import { GatewayError } from '../errors'
import { secretKey } from '../shops/secret'
import { noteCall } from './health'

const connectMs = 5_000
const totalMs = { read: 30_000, write: 20_000 } as const

/** Largest reply that is read, in bytes: the lists are unpaged. */
const maxReply = 64 * 1024 * 1024

const agent = singleton<Agent>('gateway-agent')

/** One keep-alive pool for the process. undici's `request` follows no redirects. */
function dispatcher(): Agent {
  if (!agent.peek())
    agent.set(
      new Agent({ connect: { timeout: connectMs }, maxResponseSize: maxReply, keepAliveTimeout: 30_000 }),
    )
  return agent.get()
}

export type Call<Reply> = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  body?: unknown
  /** How the reply is read; absent where success has no body. */
  reply?: z.ZodType<Reply>
  /** Asks for or changes one thing by its ID: that the gateway does not know it is an answer, not a fault. */
  one?: true
  /** Instead of the usual time limit. */
  timeoutMs?: number
}

/**
 * One call to the gateway: Basic credentials of the shop, JSON in UTF-8, time and size limits, no redirects,
 * no repetition. Failures are typed by what the caller can do about them.
 * @throws GatewayError; `mayHaveHappened` is set where a write was sent and its outcome is not known.
 */
export async function callGateway<Reply>(context: ShopContext, call: Call<Reply>): Promise<Reply> {
  const started = performance.now()
  const path = new URL(call.url).pathname
  try {
    const reply = await attempt(context, call)
    noteCall(context.shop.id, { latencyMs: Math.round(performance.now() - started), failure: null })
    return reply
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    noteCall(context.shop.id, {
      latencyMs: Math.round(performance.now() - started),
      failure: isAnswer(call, error.code) ? null : error.code,
    })
    context.log.warn({ method: call.method, path, code: error.code }, 'gateway call failed')
    throw error
  }
}

/** Whether a gateway that works may answer this call so: a list or a create never leads elsewhere. */
function isAnswer({ method, one }: Call<unknown>, code: GatewayError['code']): boolean {
  if (code === 'gateway_rejected') return one === true || method !== 'GET'
  return one === true && (code === 'gateway_not_found' || code === 'gateway_redirect')
}

async function attempt<Reply>(context: ShopContext, call: Call<Reply>): Promise<Reply> {
  const writing = call.method !== 'GET'
  const credentials = Buffer.from(`${context.shop.gatewayShopId}:${secretKey(context)}`).toString('base64')
  const headers: Record<string, string> = {
    authorization: `Basic ${credentials}`,
    accept: 'application/json',
  }
  if (call.body !== undefined) headers['content-type'] = 'application/json; charset=utf-8'
  let status: number
  let text: string
  try {
    const response = await request(call.url, {
      method: call.method,
      headers,
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      dispatcher: dispatcher(),
      signal: AbortSignal.timeout(call.timeoutMs ?? (writing ? totalMs.write : totalMs.read)),
    })
    status = response.statusCode
    if (status === 429) {
      await response.body.dump() // Unread, it would hold its connection.
      throw rateLimited(response.headers['retry-after'])
    }
    text = await response.body.text()
  } catch (cause) {
    throw cause instanceof GatewayError ? cause : transportError(cause, writing)
  }
  return read(call, status, text, writing)
}

/** Reads a reply by its status (interface: “Endpoints”, “Errors”). */
function read<Reply>(call: Call<Reply>, status: number, text: string, writing: boolean): Reply {
  if (status >= 200 && status < 300) {
    if (!call.reply) return undefined as Reply
    const parsed = call.reply.safeParse(parse(text))
    if (parsed.success) return parsed.data
    throw new GatewayError('gateway_unreadable', {
      mayHaveHappened: writing,
      cause: new Error(`unexpected reply with ${status}`),
    })
  }
  const failure: GatewayFailure = readFailure(parse(text)) ?? { message: '', errors: {} }
  const details = { detail: failure.message || undefined, errors: failure.errors }
  if (status >= 300 && status < 400) throw new GatewayError('gateway_redirect', details)
  if (status === 401 || status === 403)
    throw new GatewayError('gateway_credentials', { detail: details.detail })
  if (status === 404) throw new GatewayError('gateway_not_found', details)
  if (status >= 500)
    throw new GatewayError('gateway_unavailable', { detail: details.detail, mayHaveHappened: writing })
  throw new GatewayError('gateway_rejected', details)
}

/** The body as JSON, or undefined where it is none (an HTML error page, nothing at all). */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** HTTP allows seconds or a date; anything else reads as a minute. */
function rateLimited(retryAfter: string | string[] | undefined): GatewayError {
  const text = String(retryAfter ?? '')
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return new GatewayError('gateway_rate_limited', {
    retryAfterSeconds: Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 3600) : 60,
  })
}

/** Before a connection stood, nothing was sent; afterwards a write may have arrived. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function transportError(cause: unknown, writing: boolean): GatewayError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const timedOut =
    cause instanceof Error &&
    (cause.name === 'TimeoutError' || cause instanceof undiciErrors.ConnectTimeoutError)
  const details = { cause, mayHaveHappened: writing && !neverSent.has(code) }
  if (timedOut) return new GatewayError('gateway_timeout', details)
  if (cause instanceof undiciErrors.ResponseExceededMaxSizeError)
    return new GatewayError('gateway_unreadable', details)
  return new GatewayError('gateway_unavailable', details)
}
