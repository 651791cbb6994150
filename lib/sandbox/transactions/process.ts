import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../db/engine'
import { receivedReading } from '../../gateway/reading'
import { verificationAnswerIn } from '../../gateway/notifications/notification'
import { postSigned } from '../deliveries/deliver'
import { enqueueDeliveries } from '../deliveries/queue'
import type { Shop } from '../shops/shops'
import { transactionBody } from './body'
import { decide, type End } from './decide'
import { refuseDuplicate, type Order, type PresentedCard, type Processed } from './duplicates'
import { recordTransaction } from './record'
import { urlOf } from '../../gateway/values/url'

export type ProcessOptions = {
  /** Created when the payer page is shown; recorded at most once. Null without a page. */
  attempt: string | null
  /** The payer's browser that remembers the card if the transaction succeeds. */
  rememberFor?: string | null
  /** Refuse the same amount and card number within 30 seconds. */
  isDuplicateRefused?: boolean
}

/**
 * Charges or tokenizes a card, for every kind of source: asks the shop's verification address, decides 3-D Secure, and
 * records the result with all its effects. Returns null if the attempt was recorded before (`findAttempt` returns it).
 * @throws Refusal for a duplicate, or if the source takes no more payments. Nothing is recorded then.
 */
export async function processOrder(
  engine: Engine,
  shop: Shop,
  order: Order,
  card: PresentedCard,
  { attempt, rememberFor = null, isDuplicateRefused = false }: ProcessOptions,
): Promise<Processed | null> {
  const uid = randomUUID()
  const at = new Date()
  const { stamp } = card.description
  // Checked before the shop is asked. `recordTransaction` checks again, for a concurrent duplicate.
  if (isDuplicateRefused)
    await refuseDuplicate(engine.db, { shopId: shop.id, stamp, amount: order.amount, at })
  const end = await verifyFirst(shop, { uid, order, card, at }, decide(shop, order, card))
  const recorded = await recordTransaction(engine, shop, {
    uid,
    attempt,
    order,
    card,
    end,
    at,
    rememberFor,
    isDuplicateRefused,
  })
  if (!recorded) return null
  await enqueueDeliveries(engine.queues, recorded.queued)
  return recorded.processed
}

type Made = { uid: string; order: Order; card: PresentedCard; at: Date }

/** Returns `end` unless the shop objects. The verification request shows the transaction as not yet processed. */
async function verifyFirst(shop: Shop, { uid, order, card, at }: Made, end: End): Promise<End> {
  if (order.verificationUrl === null) return end
  const body = transactionBody({
    uid,
    order,
    card,
    end: { status: 'incomplete', message: 'Waiting for verification', threeDSecure: 'none' },
    createdAt: at,
    updatedAt: at,
  })
  const { amount } = order
  const objection = await askVerification(shop, order.verificationUrl, { uid, amount, body })
  return objection ? { status: 'failed', threeDSecure: 'none', ...objection } : end
}

/**
 * Returns the payer's return address with the outcome appended (docs/gateway.md#settings): `token` (only of a payment
 * token), `status` and `uid` (after an attempt), in this documented order. Null unless the address is http(s), because
 * it becomes a link.
 */
export function returnAddress(
  address: string | null | undefined,
  outcome: { token?: string; status: string; uid?: string },
): string | null {
  if (address == null || !/^https?:$/.test(urlOf(address)?.protocol ?? '')) return null
  const [, base = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? []
  const separator = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return `${base}${separator}${new URLSearchParams(outcome).toString()}${hash}`
}

/** Null: the shop allows the transaction. Otherwise the reason for the decline. */
type Objection = { message: string; friendlyMessage?: string; failure: 'decline' | 'error' } | null

type Asked = { uid: string; amount: number; body: Record<string, unknown> }

const answerSchema = verificationAnswerIn(receivedReading)
/** Longest text taken from the shop's answer, in characters. */
const maxText = 500

/**
 * Asks the shop before processing (docs/gateway.md#verification-requests). Posts the transaction in the response
 * format, signed and with credentials like a notification. Only status 200 with `code` 0 for this uid and amount allows
 * it (documented). Everything else declines it, including no answer within the time limit (10 s): inferred. Never
 * rejects.
 */
export async function askVerification(
  shop: Shop,
  url: string,
  { uid, amount, body }: Asked,
  { timeLimitMs }: { timeLimitMs?: number } = {},
): Promise<Objection> {
  let answer: unknown
  try {
    const reply = await postSigned(shop, url, Buffer.from(JSON.stringify({ transaction: body })), timeLimitMs)
    if (reply.statusCode !== 200) {
      reply.body.on('error', () => undefined).destroy()
      return failed('Verification request was not answered with status 200')
    }
    answer = await reply.body.json()
  } catch (error) {
    return failed(
      error instanceof SyntaxError
        ? 'Verification answer is not readable'
        : 'Verification request was not answered',
    )
  }
  return judge(answer, { uid, amount })
}

function judge(answer: unknown, { uid, amount }: Pick<Asked, 'uid' | 'amount'>): Objection {
  const parsed = answerSchema.safeParse(answer)
  if (!parsed.success) return failed('Verification answer is not readable')
  const { code, message, friendly_message: friendly } = parsed.data
  if (parsed.data.uid !== uid || parsed.data.amount !== amount)
    return failed('Verification answer is for another transaction')
  if (code === 0) return null
  return {
    failure: 'decline',
    message: message ? truncate(message) : 'Declined by the verification of the shop',
    ...(friendly ? { friendlyMessage: truncate(friendly) } : {}),
  }
}

const failed = (message: string): Objection => ({ failure: 'error', message })

/** Cuts between characters, never inside one. */
const truncate = (text: string) => Array.from(text).slice(0, maxText).join('')
