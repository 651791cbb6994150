import 'server-only'
import type { z } from 'zod'
import type { ShopContext } from '../../core/server/context'
import { requestIdHeader } from '../../core/api/headers'
import { traced, correlationId } from '../../db/tracing'
import { AppError, GatewayError, isOutage } from '../../core/server/errors'
import { gatewayReachOf } from '../../core/server/sending/outgoing'
import { openedKey } from '../../core/server/shop/load'
import { clock, gateOf, type Gate } from './breaker'
import { noteCall } from './health'
import { readReply, repeatAfter } from './reply'
import { exchange, type Request } from './transport'

/** Time limits of a call in milliseconds, including repeats and pauses. */
const totalMs = { read: 30_000, write: 20_000 } as const

export type Call<Reply> = {
  method: Request['method']
  url: string
  /** Headers in addition to credentials, `Accept` and `Content-Type`. */
  headers?: Record<string, string>
  body?: unknown
  reply?: z.ZodType<Reply>
  /** Reads the body instead of `reply`, if a number could lose precision. Null: the body is not the gateway's. */
  read?: (text: string, json: unknown) => Reply | null
  /** Set if the call reads or changes one thing by its ID. An unknown ID is then a regular answer, not a failure. */
  isById?: true
  /** The path to log for an address that holds a secret. */
  logPath?: string
  /** Overrides the usual time limit, in milliseconds. */
  timeoutMs?: number
}

/**
 * Calls the gateway with the shop's Basic credentials and JSON in UTF-8, within time and size limits and without
 * redirects. Repeats a read that did not reach the gateway (reply.ts), and never a write. Sends nothing while the
 * gateway does not answer or asks not to be called (breaker.ts).
 * @throws AppError `shop_archived`; `secret_unopened` if no sealing key opens the secret key; GatewayError, with a code
 *   for what the caller can do; `mayHaveHappened` is set if a write was sent and its outcome is unknown
 */
export async function callGateway<Reply>(context: ShopContext, call: Call<Reply>): Promise<Reply> {
  const request = await requestOf(context, call)
  const deadline = clock.now() + (call.timeoutMs ?? (call.method === 'GET' ? totalMs.read : totalMs.write))
  const gate = gateOf(context.shop.id, new URL(call.url))
  const permit = withRefusalLogged(context, call, () => gate.pass())
  try {
    for (let attempt = 1; ; attempt++) {
      const outcome = await traced(`gateway ${call.method}`, placeOf(call), async (note) => {
        const ended = await send(context, call, request, { attempt, deadline, gate })
        note(ended instanceof Failed ? { code: ended.error.code } : {})
        return ended
      })
      if (!(outcome instanceof Failed)) {
        permit.answered()
        return outcome
      }
      if (outcome.repeatAfterMs === null) {
        const { code } = outcome.error
        if (isOutage(code)) permit.failed({ isTimeOut: code === 'gateway_timeout' })
        else permit.answered()
        throw outcome.error
      }
      await clock.sleep(outcome.repeatAfterMs)
      withRefusalLogged(context, call, () => gate.checkHold())
    }
  } finally {
    permit.left() // For other errors: a probe that never ends would block all other calls.
  }
}

export async function requestOf<Reply>(context: ShopContext, call: Call<Reply>): Promise<Request> {
  const { engine, shop } = context
  if (shop.archivedAt) throw new AppError('shop_archived')
  const { method, url, body } = call
  const bounds = await gatewayReachOf(context)
  const key = openedKey(engine.sealer, shop.id, shop.secretKeySealed)
  if (key === null) throw new AppError('secret_unopened')
  const credentials = Buffer.from(`${shop.gatewayShopId}:${key}`).toString('base64')
  const id = correlationId()
  const headers: Record<string, string> = {
    ...call.headers,
    // For people who ask the provider about this call. The interface neither has nor forbids such a header.
    ...(id !== null && { [requestIdHeader]: id }),
    authorization: `Basic ${credentials}`,
    accept: 'application/json',
  }
  if (body === undefined) return { bounds, method, url, headers }
  headers['content-type'] = 'application/json' // JSON is always UTF-8 (RFC 8259).
  return { bounds, method, url, headers, body: JSON.stringify(body) }
}

class Failed {
  constructor(
    readonly error: GatewayError,
    readonly repeatAfterMs: number | null,
  ) {}
}

type Attempt = { attempt: number; deadline: number; gate: Gate }

async function send<Reply>(
  { shop, log }: ShopContext,
  call: Call<Reply>,
  request: Request,
  { attempt, deadline, gate }: Attempt,
): Promise<Reply | Failed> {
  const { method } = call
  const started = clock.now()
  let status: number | undefined
  const line = lineOf(call, { started, attempt })
  const reportOutcome = (failure: GatewayError['code'] | null) =>
    noteCall(shop.id, { latencyMs: line(status).latency_ms, failure, request: requestText(call) })
  try {
    const response = await exchange(request, deadline - started)
    status = response.status
    const reply = readReply({ reply: call.reply, read: call.read, isWriting: method !== 'GET' }, response)
    reportOutcome(null)
    log.debug(line(status), 'gateway call')
    return reply
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { code, retryAfterSeconds } = error
    reportOutcome(isAnswer(call, code) ? null : code)
    if (code === 'gateway_rate_limited') gate.hold(retryAfterSeconds ?? 1)
    const delay = repeatAfter({ method, attempt, error, status, remainingMs: deadline - clock.now() })
    const repeatAfterMs = gate.isOpen ? null : delay
    log.warn({ ...line(status), code, repeated: repeatAfterMs !== null }, 'gateway call failed')
    return new Failed(error, repeatAfterMs)
  }
}

/** Returns what is logged of an attempt, by its status. */
export const lineOf =
  (call: Parameters<typeof logFieldsOf>[0], { started, attempt }: { started: number; attempt: number }) =>
  (status: number | undefined) => ({
    ...logFieldsOf(call),
    status,
    latency_ms: Math.round(clock.now() - started),
    attempt,
  })

/** Log fields of a call: no query, headers, bodies or replies. */
export const logFieldsOf = ({ method, url, logPath }: Pick<Call<unknown>, 'method' | 'url' | 'logPath'>) => ({
  method,
  path: logPath ?? new URL(url).pathname,
})

/** The call as pages show it. */
export function requestText(call: Pick<Call<unknown>, 'method' | 'url' | 'logPath'>): string {
  const { method, path } = logFieldsOf(call)
  return `${method} ${path}`
}

/** The attributes of a call in traces. The same as in the log. */
const placeOf = (call: Call<unknown>) => ({
  'server.address': new URL(call.url).host,
  'url.path': logFieldsOf(call).path,
})

/** Runs a check of the gate and logs a refusal. @throws GatewayError if no call may go out now. */
export function withRefusalLogged<Result>(
  { log }: ShopContext,
  call: Call<unknown>,
  ask: () => Result,
): Result {
  try {
    return ask()
  } catch (error) {
    if (error instanceof GatewayError)
      log.warn({ ...logFieldsOf(call), code: error.code }, 'gateway call not sent')
    throw error
  }
}

/** Whether a working gateway may answer the call with this code. A list or a create never gets a redirect. */
function isAnswer({ method, isById }: Call<unknown>, code: GatewayError['code']): boolean {
  if (code === 'gateway_rejected') return isById === true || method !== 'GET'
  return isById === true && (code === 'gateway_not_found' || code === 'gateway_redirect')
}
