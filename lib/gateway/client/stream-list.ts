import 'server-only'
import { request, type Dispatcher } from 'undici'
import type { ShopContext } from '../../core/server/context'
import { GatewayError, isOutage } from '../../core/server/errors'
import { lineOf, logFieldsOf, requestOf, requestText, withRefusalLogged } from './call'
import { clock, gateOf, type Gate } from './breaker'
import { noteCall } from './health'
import { repeatAfter, readReply } from './reply'
import { ArraySplitter, NotAnArray, type Element } from './split-array'
import { gatewayPools, transportError, type Request } from './transport'

/** Limits for a list, which is unpaged and may be long. Sizes in bytes, times in milliseconds. */
const limits = {
  list: 2 * 1024 ** 3,
  element: 1024 ** 2,
  /** How much of an error reply is read for its message. */
  refusal: 64 * 1024,
  /** Time limits until the first byte, between two chunks (only while reading), and in total. */
  headersMs: 60_000,
  pieceMs: 30_000,
  totalMs: 60 * 60_000,
}

/** Size of a batch: large enough for an efficient write, small enough for memory and for one turn of the event loop. */
const batch = { elements: 250, characters: 1024 ** 2 }

const poolOf = gatewayPools('gateway-list-pools', {
  maxResponseSize: limits.list,
  headersTimeout: limits.headersMs,
  bodyTimeout: limits.pieceMs,
})

/**
 * Streams a list of the gateway (endpoints 5 and 9), which is unpaged, and holds one batch in memory. The list is
 * complete only if the generator ends without an error. The request is only repeated before the first byte. Stopping
 * early closes the connection.
 * @throws GatewayError
 */
export async function* streamList(
  context: ShopContext,
  url: string,
): AsyncGenerator<Element[], void, undefined> {
  const call = { method: 'GET', url } as const
  const asked = await requestOf(context, call)
  const gate = gateOf(context.shop.id, new URL(url))
  const permit = withRefusalLogged(context, call, () => gate.pass())
  let body: Body | undefined
  try {
    body = await open(context, call, { asked, gate })
    // A list that begins is an answer, even if it is cut later: it may take an hour, and a probe refuses all other calls.
    permit.answered()
    yield* batches(body)
  } catch (error) {
    const failure = asGatewayError(error)
    if (isOutage(failure.code)) permit.failed()
    else permit.answered()
    if (body) {
      noteCall(context.shop.id, { latencyMs: 0, failure: failure.code, request: requestText(call) })
      context.log.warn({ ...logFieldsOf(call), code: failure.code }, 'gateway list was cut')
    }
    throw failure
  } finally {
    permit.left() // If the caller stopped early.
    body?.destroy()
  }
}

type Body = Dispatcher.ResponseData['body']

/** Requests the list, with repeats, until a reply begins. @throws GatewayError */
async function open(
  context: ShopContext,
  call: { method: 'GET'; url: string },
  { asked, gate }: { asked: Request; gate: Gate },
): Promise<Body> {
  const { bounds, ...options } = asked
  const deadline = clock.now() + limits.headersMs
  const signal = AbortSignal.timeout(limits.totalMs)
  for (let attempt = 1; ; attempt++) {
    const started = clock.now()
    let status: number | undefined
    const line = lineOf(call, { started, attempt })
    try {
      const response = await request(call.url, { ...options, dispatcher: poolOf(bounds), signal })
      status = response.statusCode
      if (status < 200 || status >= 300) return await refused(response)
      noteCall(context.shop.id, {
        latencyMs: line(status).latency_ms,
        failure: null,
        request: requestText(call),
      })
      context.log.debug(line(status), 'gateway list')
      return response.body
    } catch (error) {
      const failure = asGatewayError(error)
      const { code, retryAfterSeconds } = failure
      noteCall(context.shop.id, {
        latencyMs: line(status).latency_ms,
        failure: code,
        request: requestText(call),
      })
      if (code === 'gateway_rate_limited') gate.hold(retryAfterSeconds ?? 1)
      const remainingMs = deadline - clock.now()
      const delay = gate.isOpen
        ? null
        : repeatAfter({ method: call.method, attempt, error: failure, status, remainingMs })
      context.log.warn({ ...line(status), code, repeated: delay !== null }, 'gateway call failed')
      if (delay === null) throw failure
      await clock.sleep(delay)
      withRefusalLogged(context, call, () => gate.checkHold())
    }
  }
}

/** Always throws, with the gateway's message. @throws GatewayError */
async function refused({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<never> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    parts.push(piece)
    bytes += piece.length
    if (bytes > limits.refusal) break
  }
  const retryAfter = headers['retry-after']?.toString()
  const text = Buffer.concat(parts).toString('utf8')
  readReply({ isWriting: false }, { status: statusCode, retryAfter, text })
  throw new GatewayError('gateway_unreadable')
}

async function* batches(body: Body): AsyncGenerator<Element[], void, undefined> {
  const splitter = new ArraySplitter(limits.element)
  let held: Element[] = []
  let characters = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    for (const element of splitter.push(piece)) {
      held.push(element)
      characters += element.text?.length ?? 0
      if (held.length < batch.elements && characters < batch.characters) continue
      yield held
      held = []
      characters = 0
    }
  }
  splitter.finish()
  if (held.length > 0) yield held
}

function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  if (error instanceof NotAnArray) return new GatewayError('gateway_unreadable', { cause: error })
  return transportError(error, false)
}
