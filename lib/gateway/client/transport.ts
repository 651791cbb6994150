import 'server-only'
import { Agent, errors as undiciErrors, request } from 'undici'
import { singleton } from '../../db/singleton'
import { GatewayError } from '../../core/server/errors'

export const connectMs = 5_000

/** Maximum reply size in bytes. Large, because the lists are unpaged. */
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

export type Request = {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body?: string
}

/** `text` is empty with 429, whose body is not used. */
export type Response = { status: number; retryAfter?: string; text: string }

/**
 * Sends one request, once, and reads the reply whatever its status. `limitMs` covers everything from connecting to the
 * last byte.
 * @throws GatewayError if no complete reply arrives
 */
export async function exchange({ url, ...options }: Request, limitMs: number): Promise<Response> {
  try {
    const { statusCode, headers, body } = await request(url, {
      ...options,
      dispatcher: dispatcher(),
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
])

export function transportError(error: unknown, writing: boolean): GatewayError {
  const cause = withoutData(error)
  const details = { cause, mayHaveHappened: writing && !neverSent.has(cause.code) }
  if (cause.name === 'TimeoutError' || error instanceof undiciErrors.ConnectTimeoutError)
    return new GatewayError('gateway_timeout', details)
  if (error instanceof undiciErrors.ResponseExceededMaxSizeError)
    return new GatewayError('gateway_unreadable', details)
  return new GatewayError('gateway_unavailable', details)
}

/** Copies name, code, message and stack only. undici's errors also hold the received data and the socket. */
function withoutData(error: unknown): Error & { code: string } {
  if (!(error instanceof Error)) return Object.assign(new Error('no error'), { code: '' })
  const { name, message, stack } = error
  const code = 'code' in error ? String(error.code) : ''
  return Object.assign(new Error(message), { name, code, stack })
}
