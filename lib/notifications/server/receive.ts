import 'server-only'
import { hash, randomUUID } from 'node:crypto'
import { verificationAnswer as answerShape } from '../../gateway/verification'
import { engine, type Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import { readBody } from '../../core/server/route/body'
import { clientAddress } from '../../core/server/route/client-address'
import type { Shop } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { log } from '../../core/server/log'
import { problemResponse } from '../../core/server/route/problem'
import { shopOf, type Known, answerVerification, type Answered } from './verify'
import { maskText } from './mask'
import { plainAddress } from './networks'
import { answerOf, asResponse, type Answer, type Posted, type Verb } from './posted'
import { processLater, comeAgainSeconds, openRoom, type Room } from './process'
import { sealTokens } from './sealed-tokens'
import { notificationStore, type Received } from './store'
import { withoutCards } from './without-cards'

/** Largest notification, in bytes. */
const maxBody = 1024 * 1024

/** Kept with a notification for the developer who reads it; `authorization` is the shop's secret, and never is. */
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

function theReceiver(): Receiver {
  const current = engine.get()
  if (receiver.peek()?.engine !== current) receiver.set({ engine: current, ...notificationStore(current) })
  return receiver.get()
}

/** Whether a notification could be stored now. @throws what keeps it from being stored */
export const probeStorage = (): Promise<void> => theReceiver().probe()

type Arrived = { shop: Shop; received: Omit<Received, 'answer'>; room: Room }

/**
 * Receives a notification (docs/gateway.md#notifications). The right key always gets 200 once the body is on disk,
 * whatever its authenticity: what falls short is quarantined. A wrong key gets 404, a body over 1 MiB 413,
 * a storage failure 503, as what finds too many others waiting does, so that the gateway sends again. Of the body
 * nothing is read before it is stored but what must not be: card numbers and card tokens.
 */
export const takeNotification: Verb = (hookKey, posted) =>
  receive(hookKey, posted, 'notification', async ({ shop, received }) => {
    await keep(shop, { ...received, answer: null })
    return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'OK' }
  })

/**
 * Answers a verification request (docs/gateway.md#verification-requests) as the shop's policy says, once
 * the request, the answer and its reason are on disk. Otherwise as {@link takeNotification}.
 */
export const takeVerification: Verb = (hookKey, posted) =>
  receive(hookKey, posted, 'verification', async ({ shop, received, room }) => {
    const since = performance.now()
    // A merchant's endpoint takes its time, and others have to be received meanwhile.
    room.leave()
    const context = { engine: engine.get(), shop, log: log(), actor: null }
    const { uid, amount, ...answered } = await answerVerification(context, received)
    await keep(shop, { ...received, answer: withTime(answered, since) })
    const { code, message } = answered
    const said = { code, uid, amount, message: message ?? undefined, created_at: new Date().toISOString() }
    // What it does not say, a transaction or an amount, the answer cannot repeat.
    const body = JSON.stringify(answerShape.safeParse(said).data ?? said)
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
  let room: Room | undefined
  try {
    const found = shopOf(hookKey)
    const known = found instanceof Promise ? await found : found
    if (!known) throw new AppError('not_found')
    room = openRoom()
    const given = await readBody(posted, maxBody, room.grow)
    const received = whatArrived(known, { hook, given, headers: posted.headers })
    return await then({ shop: known.shop, room, received })
  } catch (error) {
    const correlationId = randomUUID()
    if (error instanceof AppError) return await answerOf(problemResponse(error, correlationId))
    log().error({ err: error, correlation_id: correlationId }, 'notification not stored')
    const failure = new AppError('storage_unavailable', { cause: error, retryAfterSeconds: comeAgainSeconds })
    return await answerOf(problemResponse(failure, correlationId))
  } finally {
    room?.leave()
  }
}

type Given = { hook: Received['hook']; given: Buffer; headers: Posted['headers'] }

function whatArrived(known: Known, { hook, given, headers }: Given): Omit<Received, 'answer'> {
  const sourceAddress = plainAddress(clientAddress(headers).slice(0, 100))
  const { body, cardTokensSealed, hasCardNumber, fingerprint } = storable(known.shop, given)
  const { signature, credentials, network, authenticity } = known.judge({
    body: given,
    authorization: headers.get('authorization'),
    contentSignature: headers.get('content-signature'),
    sourceAddress,
  })
  return {
    shopId: known.shop.id,
    hook,
    body,
    cardTokensSealed,
    hasCardNumber,
    fingerprint,
    headers: keptOf(headers),
    receivedAt: new Date(),
    sourceAddress,
    signature,
    credentials,
    network,
    authenticity,
  }
}

async function keep(shop: Shop, received: Received): Promise<void> {
  const { id, repeated } = await theReceiver().store(received)
  // What came before is worked out, or the sweep will.
  if (!repeated) processLater(engine.get(), shop, id)
}

/** What is stored of a body: without cards (without-cards.ts), whose tokens are sealed apart. */
function storable({ id }: Pick<Shop, 'id'>, given: Buffer) {
  const { body, tokens, hasCardNumber } = withoutCards(given)
  return {
    body,
    hasCardNumber,
    cardTokensSealed: sealTokens({ engine: engine.get(), shop: { id } }, tokens),
    // Of a body with a card number that hash would be a way to find it, as nothing else of it is missing.
    fingerprint: hash('sha256', hasCardNumber ? body : given, 'buffer'),
  }
}

function keptOf(headers: Posted['headers']): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = headers.get(name)
    if (value === null) continue
    const isText = name !== 'content-signature'
    kept[name] = (isText ? maskText(value) : value).slice(0, 2000)
  }
  return kept
}
