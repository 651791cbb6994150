import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Engine } from '../../db/engine'
import { announceDelivery } from '../deliveries/queue'
import type { Shop } from '../shops'
import { transactionBody } from './body'
import { refuseDuplicate, type Order, type PresentedCard, type Processed } from './duplicates'
import { decide, type End } from './decide'
import { recordTransaction } from './record'
import { askVerification } from './verification'

export type ProcessOptions = {
  /** Minted when the payer's page was shown; the same one is recorded once. Null where no page was. */
  attempt: string | null
  /** The payer's browser that is to remember the card, once the transaction succeeded. */
  rememberFor?: string | null
  /** Refuse the same amount and card number within 30 seconds. */
  refuseDuplicates?: boolean
}

/**
 * The one way a card is taken, whoever asks: the shop's verification address is asked, 3-D Secure decided, and
 * all that follows recorded at once. Null where the attempt was recorded before (`findAttempt` has it).
 * @throws Refusal where the source takes no payment any more, or for a duplicate: nothing is recorded then.
 */
export async function processOrder(
  engine: Engine,
  shop: Shop,
  order: Order,
  card: PresentedCard,
  { attempt, rememberFor = null, refuseDuplicates = false }: ProcessOptions,
): Promise<Processed | null> {
  const uid = randomUUID()
  const at = new Date()
  const { stamp } = card.description
  // Before the shop is asked about it; that no other came in between is seen when it is recorded.
  if (refuseDuplicates) await refuseDuplicate(engine.db, { shopId: shop.id, stamp, amount: order.amount, at })
  const end = await askedFirst(shop, { uid, order, card, at }, decide(shop, order, card))
  const recorded = await recordTransaction(engine, shop, {
    uid,
    attempt,
    order,
    card,
    end,
    at,
    rememberFor,
    refuseDuplicates,
  })
  if (!recorded) return null
  await announceDelivery(engine.jobs, recorded.queued)
  return recorded.processed
}

type Made = { uid: string; order: Order; card: PresentedCard; at: Date }

/** The end unless the shop objects; what it is asked about is not processed yet. */
async function askedFirst(shop: Shop, { uid, order, card, at }: Made, end: End): Promise<End> {
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
 * Where the payer goes back to, with what the page appends (docs/gateway.md#settings).
 * Appended are `token` (of a payment token alone), `status` and `uid` (after an attempt), in this order (documented).
 * Null for what is no http(s) address: it becomes a link.
 */
export function returnAddress(
  address: string | null | undefined,
  outcome: { token?: string; status: string; uid?: string },
): string | null {
  if (address == null || !URL.canParse(address)) return null
  const { protocol } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return null
  const [, base = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? []
  const separator = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return `${base}${separator}${new URLSearchParams(outcome).toString()}${hash}`
}
