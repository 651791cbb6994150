import 'server-only'
import type { z } from 'zod'
import type { ShopContext } from '../../core/server/context'
import { GatewayError, isOutage } from '../../core/server/errors'
import { secretKey } from '../../core/server/shop/load'
import { clock, gateOf, type Gate } from './breaker'
import { noteCall } from './health'
import { readReply, repeatAfter } from './reply'
import { exchange, type Request } from './transport'

/** Time limits of a call, over all its attempts and the pauses between them, in milliseconds. */
const totalMs = { read: 30_000, write: 20_000 } as const

export type Call<Reply> = {
  method: Request['method']
  url: string
  /** Beside credentials, `Accept` and `Content-Type`. */
  headers?: Record<string, string>
  body?: unknown
  /** How the reply is read; absent where success has no body. */
  reply?: z.ZodType<Reply>
  /** Asks for or changes one thing by its ID: that the gateway does not know it is an answer, not a fault. */
  one?: true
  /** What the log shows for an address that holds a secret. */
  logPath?: string
  /** Instead of the usual time limit, in milliseconds. */
  timeoutMs?: number
}

/**
 * One call to the gateway: Basic credentials of the shop, JSON in UTF-8, time and size limits, no redirects.
 * A read that reached nobody is repeated (reply.ts), a write never is. Nothing goes out to a gateway that
 * does not answer or asks not to be called (breaker.ts). Failures are typed by what the caller can do about them.
 * @throws GatewayError; `mayHaveHappened` is set where a write was sent and its outcome is not known.
 */
export async function callGateway<Reply>(context: ShopContext, call: Call<Reply>): Promise<Reply> {
  const request = requestOf(context, call)
  const deadline = clock.now() + (call.timeoutMs ?? (call.method === 'GET' ? totalMs.read : totalMs.write))
  const gate = gateOf(context.shop.id, new URL(call.url))
  const permit = orLog(context, call, () => gate.pass())
  try {
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(context, call, request, { attempt, deadline, gate })
      if (!(outcome instanceof Failed)) {
        permit.answered()
        return outcome
      }
      if (outcome.repeatAfterMs === null) {
        const { code } = outcome.error
        if (isOutage(code)) permit.failed({ timedOut: code === 'gateway_timeout' })
        else permit.answered()
        throw outcome.error
      }
      await clock.sleep(outcome.repeatAfterMs)
      orLog(context, call, () => gate.checkHold())
    }
  } finally {
    permit.left() // Where something else was thrown: a probe that never ends would keep all others out.
  }
}

export function requestOf<Reply>(context: ShopContext, call: Call<Reply>): Request {
  const { method, url, body } = call
  const credentials = Buffer.from(`${context.shop.gatewayShopId}:${secretKey(context)}`).toString('base64')
  const headers: Record<string, string> = {
    ...call.headers,
    authorization: `Basic ${credentials}`,
    accept: 'application/json',
  }
  if (body === undefined) return { method, url, headers }
  headers['content-type'] = 'application/json' // UTF-8 always (RFC 8259), and with no parameter to say so.
  return { method, url, headers, body: JSON.stringify(body) }
}

class Failed {
  constructor(
    readonly error: GatewayError,
    readonly repeatAfterMs: number | null,
  ) {}
}

type Attempt = { attempt: number; deadline: number; gate: Gate }

/** One attempt, its outcome told to health and log. */
async function send<Reply>(
  { shop, log }: ShopContext,
  call: Call<Reply>,
  request: Request,
  { attempt, deadline, gate }: Attempt,
): Promise<Reply | Failed> {
  const { method } = call
  const started = clock.now()
  let status: number | undefined
  const line = () => ({ ...lineOf(call), status, latency_ms: Math.round(clock.now() - started), attempt })
  const note = (failure: GatewayError['code'] | null) =>
    noteCall(shop.id, { latencyMs: line().latency_ms, failure })
  try {
    const response = await exchange(request, deadline - started)
    status = response.status
    const reply = readReply({ reply: call.reply, writing: method !== 'GET' }, response)
    note(null)
    log.debug(line(), 'gateway call')
    return reply
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { code, retryAfterSeconds } = error
    note(isAnswer(call, code) ? null : code)
    if (code === 'gateway_rate_limited') gate.hold(retryAfterSeconds ?? 1)
    const delay = repeatAfter({ method, attempt, error, status, remainingMs: deadline - clock.now() })
    const repeatAfterMs = gate.isOpen ? null : delay
    log.warn({ ...line(), code, repeated: repeatAfterMs !== null }, 'gateway call failed')
    return new Failed(error, repeatAfterMs)
  }
}

/** What a call looks like in the log: no query, headers, bodies or replies. */
export const lineOf = ({ method, url, logPath }: Call<unknown>) => ({
  method,
  path: logPath ?? new URL(url).pathname,
})

/** Asks the gate; its refusal is logged. @throws GatewayError where nothing may go out now. */
export function orLog<Result>({ log }: ShopContext, call: Call<unknown>, ask: () => Result): Result {
  try {
    return ask()
  } catch (error) {
    if (error instanceof GatewayError)
      log.warn({ ...lineOf(call), code: error.code }, 'gateway call not sent')
    throw error
  }
}

/** Whether a gateway that works may answer this call so: a list or a create never leads elsewhere. */
function isAnswer({ method, one }: Call<unknown>, code: GatewayError['code']): boolean {
  if (code === 'gateway_rejected') return one === true || method !== 'GET'
  return one === true && (code === 'gateway_not_found' || code === 'gateway_redirect')
}
