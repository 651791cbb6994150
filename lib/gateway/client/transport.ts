import 'server-only'
import { Agent, errors as undiciErrors, request } from 'undici'
import { guardedConnector, isCertificateRefused, type Reach } from '../../db/outgoing/guarded-request'
import { proxiedConnector } from '../../db/outgoing/proxy'
import { singleton } from '../../db/singleton'
import { GatewayError } from '../../core/server/errors'

const connectMs = 5_000

/** Maximum reply size in bytes. Large, because the lists are unpaged. */
const maxReply = 64 * 1024 * 1024

/** The allowed destinations of calls. Null: all. */
type Bounds = Reach | null

/**
 * Returns the keep-alive pool of these bounds, one for the process. undici's `request` follows no redirects. An address
 * that a person entered is checked at each connection (lib/db/outgoing/guarded-request.ts).
 */
export function gatewayPools(name: string, options: Agent.Options): (bounds: Bounds) => Agent {
  const pools = singleton<Map<Bounds, Agent>>(name)
  return (bounds) => {
    if (!pools.peek()) pools.set(new Map())
    const known = pools.get().get(bounds)
    if (known) return known
    const connect = bounds
      ? guardedConnector({ ...bounds, timeLimitMs: connectMs })
      : proxiedConnector(connectMs)
    const made = new Agent({ ...options, connect, keepAliveTimeout: 30_000 })
    pools.get().set(bounds, made)
    return made
  }
}

const poolOf = gatewayPools('gateway-pools', { maxResponseSize: maxReply })

export type Request = {
  /** The allowed destinations of the call. Null: all (lib/core/server/sending/outgoing.ts). */
  bounds: Bounds
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
}

/** `text` is empty with 429, whose body is not used. */
export type Response = { status: number; retryAfter?: string; text: string }

/**
 * Sends one request, once, and reads the reply regardless of its status. `limitMs` covers everything from connecting to
 * the last byte.
 * @throws GatewayError if no complete reply arrives
 */
export async function exchange({ url, bounds, ...options }: Request, limitMs: number): Promise<Response> {
  try {
    const { statusCode, headers, body } = await request(url, {
      ...options,
      dispatcher: poolOf(bounds),
      signal: AbortSignal.timeout(Math.max(1, Math.floor(limitMs))),
    })
    const retryAfter = headers['retry-after']?.toString()
    if (statusCode !== 429) return { status: statusCode, retryAfter, text: await body.text() }
    await body.dump() // An unread body would hold its connection.
    return { status: statusCode, retryAfter, text: '' }
  } catch (error) {
    throw transportError(error, options.method !== 'GET')
  }
}

/** Errors before a connection exists, so nothing was sent. After other errors a write may have arrived. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'address_refused',
  'proxy_refused',
])

export function transportError(error: unknown, isWriting: boolean): GatewayError {
  const cause = withoutData(error)
  // A certificate is judged before the first byte of a request.
  const isNeverSent =
    (neverSent.has(cause.code) && !isOfConnection(error)) || isCertificateRefused(cause.code)
  const details = { cause, mayHaveHappened: isWriting && !isNeverSent }
  if (cause.name === 'TimeoutError' || error instanceof undiciErrors.ConnectTimeoutError)
    return new GatewayError('gateway_timeout', details)
  if (error instanceof undiciErrors.ResponseExceededMaxSizeError)
    return new GatewayError('gateway_unreadable', details)
  return new GatewayError('gateway_unavailable', details)
}

/** Whether an open connection failed. It can end with the codes of one that cannot be opened. */
const isOfConnection = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'read' || error.syscall === 'write')

/** Copies name, code, message and stack only. undici's errors also hold the received data and the socket. */
function withoutData(error: unknown): Error & { code: string } {
  if (!(error instanceof Error)) return Object.assign(new Error('no error'), { code: '' })
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : ''
  return Object.assign(new Error(message), { name, code, stack })
}
