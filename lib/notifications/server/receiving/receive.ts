import 'server-only'
import { randomUUID } from 'node:crypto'
import { verificationAnswer as answerShape } from '../../../gateway/notifications/notification'
import { engine, type Engine } from '../../../db/engine'
import { RequestCutOff, type ReadableRequest } from '../../../db/outgoing/read-body'
import { singleton } from '../../../db/singleton'
import { readBody } from '../../../core/server/route/body'
import { clientAddress } from '../../../core/server/route/client-address'
import type { Shop, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { log } from '../../../core/server/log/log'
import { problemResponse } from '../../../core/server/route/problem'
import { maskCards } from '../../../core/server/search/card-numbers'
import { processLater } from '../interpreting/backlog'
import { processNotification } from '../interpreting/process'
import { maskedFingerprint, originalFingerprint, withoutSignature } from '../redaction/fingerprint'
import { sealTokens } from '../redaction/sealed-tokens'
import { withoutCards } from '../redaction/without-cards'
import { shopOf, type Known, answerVerification, type Answered } from './verify'
import { retryAfterSeconds, reserveMemory, type Reservation } from './room'
import { notificationStore, type Received } from './store'

/**
 * The parts of a request that the receiving verbs read. A `Request` has them, and so does the front door's object for a
 * socket.
 */
type Posted = ReadableRequest

/** What the verbs return. Creating a `Response` costs more than storing does. */
type Answer = { status: number; headers: Record<string, string>; body: string }

export type Verb = (hookKey: string, posted: Posted) => Promise<Answer>

/** Adapts a verb to web-standard requests and responses. */
const asResponse =
  (verb: Verb) =>
  async (hookKey: string, request: Request): Promise<Response> => {
    const { body, ...init } = await verb(hookKey, request)
    return new Response(body, init)
  }

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
})

/** Largest notification, in bytes. */
const maxBody = 1024 * 1024

/**
 * Headers stored for the developer who reads the notification. Never `authorization`, which holds the shop's secret.
 */
const keptHeaders = [
  'content-type',
  'content-length',
  'content-signature',
  'user-agent',
  'x-request-id',
  'date',
]

type Receiver = { engine: Engine } & ReturnType<typeof notificationStore>
const receiver = singleton<Receiver>('notification-receiver')

function currentReceiver(): Receiver {
  const current = engine.get()
  if (receiver.peek()?.engine !== current) receiver.set({ engine: current, ...notificationStore(current) })
  return receiver.get()
}

/**
 * Resolves if a notification could be stored now.
 * @throws what keeps it from being stored
 */
export const probeStorage = (): Promise<void> => currentReceiver().probe()

type Arrived = { shop: Shop; received: Omit<Received, 'answer'>; room: Reservation }

/**
 * Receives a notification (docs/gateway.md#notifications). With the right key, answers 200 when the body is on disk,
 * with or without evidence. An unknown key, or one whose shop is deleted while the body arrives, gets 404. A body over
 * 1 MiB gets 413. A storage failure, or too many others waiting, gets 503, so that the gateway sends again. Card
 * numbers and card tokens are removed before anything is stored; nothing else is examined by then.
 */
export const takeNotification: Verb = (hookKey, posted) =>
  receive(hookKey, posted, 'notification', async ({ shop, received }) => {
    await keep(shop, { ...received, answer: null })
    return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' }
  })

/**
 * Answers a verification request (docs/gateway.md#verification-requests) by the shop's policy, once request, answer and
 * reason are on disk. Otherwise like {@link takeNotification}.
 */
export const takeVerification: Verb = (hookKey, posted) =>
  receive(hookKey, posted, 'verification', async ({ shop, received, room }) => {
    const since = performance.now()
    // A merchant's endpoint may be slow, and others must be received meanwhile.
    room.leave()
    const context = { engine: engine.get(), shop, log: log(), actor: null }
    const { uid, amount, ...answered } = await answerVerification(context, received)
    await keep(shop, { ...received, answer: withTime(answered, since) })
    const { code, message } = answered
    const answer = { code, uid, amount, message: message ?? undefined, created_at: new Date().toISOString() }
    // The answer cannot repeat a transaction or an amount that the request lacks.
    const body = JSON.stringify(answerShape.safeParse(answer).data ?? answer)
    return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
  })

export const receiveNotification = asResponse(takeNotification)
export const receiveVerification = asResponse(takeVerification)

const withTime = (answered: Omit<Answered, 'uid' | 'amount'>, since: number): Received['answer'] => ({
  ...answered,
  answered_in_ms: Math.round((performance.now() - since) * 10) / 10,
})

async function receive(
  hookKey: string,
  posted: Posted,
  hook: Received['hook'],
  then: (arrived: Arrived) => Promise<Answer>,
): Promise<Answer> {
  let room: Reservation | undefined
  try {
    const found = shopOf(hookKey)
    const known = found instanceof Promise ? await found : found
    if (!known) throw new AppError('not_found')
    room = reserveMemory()
    const given = await readBody(posted, maxBody, room.grow)
    const received = receivedFrom(known, { hook, given, headers: posted.headers })
    return await then({ shop: known.shop, room, received })
  } catch (error) {
    const correlationId = randomUUID()
    if (error instanceof AppError) return await answerOf(problemResponse(error, correlationId))
    if (error instanceof RequestCutOff) {
      log().info({ correlation_id: correlationId }, 'a notification was cut off by its sender')
      return await answerOf(problemResponse(new AppError('bad_request', { cause: error }), correlationId))
    }
    log().error({ err: error, correlation_id: correlationId }, 'notification not stored')
    const failure = new AppError('storage_unavailable', {
      cause: error,
      retryAfterSeconds,
    })
    return await answerOf(problemResponse(failure, correlationId))
  } finally {
    room?.leave()
  }
}

type Given = { hook: Received['hook']; given: Buffer; headers: Posted['headers'] }

function receivedFrom(known: Known, { hook, given, headers }: Given): Omit<Received, 'answer'> {
  const sourceAddress = clientAddress(headers).slice(0, 100)
  const { isRestorable, ...stored } = storable(known.shop, given)
  const kept = keptOf(headers)
  const { signature, credentials, network, authenticity } = known.judge({
    body: given,
    authorization: headers.get('authorization'),
    contentSignature: headers.get('content-signature'),
    sourceAddress,
  })
  return {
    shopId: known.shop.id,
    hook,
    ...stored,
    headers: isRestorable ? kept : withoutSignature(kept),
    receivedAt: new Date(),
    sourceAddress,
    signature,
    credentials,
    network,
    authenticity,
  }
}

async function keep(shop: Shop, received: Received): Promise<void> {
  const { id, isRepeated } = await currentReceiver().store(received)
  // A repeated notification is processed already, or the sweep will do it.
  if (!isRepeated) processLater(engine.get(), shop, id)
}

/**
 * Stores what the gateway answered to a query, as if it had posted it, and processes it. Its evidence is the query. The
 * same answer again is only counted.
 */
export async function keepGatewayAnswer(context: ShopContext, text: string): Promise<void> {
  const { shop } = context
  const { isRestorable: _isRestorable, ...stored } = storable(shop, Buffer.from(text))
  const { id, isRepeated } = await currentReceiver().store({
    shopId: shop.id,
    hook: 'notification',
    ...stored,
    headers: {},
    receivedAt: new Date(),
    sourceAddress: '',
    signature: 'absent',
    credentials: 'absent',
    network: 'any',
    authenticity: 'answer',
    answer: null,
  })
  if (!isRepeated) await processNotification(context, id)
}

/** Returns what is stored of a body: no cards (without-cards.ts), and the card tokens sealed separately. */
function storable({ id }: Pick<Shop, 'id'>, given: Buffer) {
  const { body, tokens, hasCardNumber, isRestorable } = withoutCards(given)
  return {
    body,
    hasCardNumber,
    isRestorable,
    cardTokensSealed: sealTokens({ engine: engine.get(), shop: { id } }, tokens),
    fingerprint: isRestorable ? originalFingerprint(given) : maskedFingerprint(body),
  }
}

function keptOf(headers: Posted['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = headers.get(name)
    if (value !== null) kept[name] = maskCards(value).slice(0, 2000)
  }
  return kept
}
