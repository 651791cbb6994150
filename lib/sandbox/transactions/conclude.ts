import 'server-only'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { keepCard, newCardToken, rememberCard } from '../cards/tokens'
import { queueDelivery, type Queued } from '../deliveries/queue'
import { recordMail } from '../mails/mails'
import type { Shop } from '../shops'
import { withToken } from './body'
import type { End } from './decide'
import type { Order, PresentedCard } from './duplicates'

type Concluded = {
  shop: Shop
  uid: string
  order: Order
  card: PresentedCard
  end: End
  rememberFor: string | null
  body: Record<string, unknown>
  token: string | null
}

/**
 * The card token of a transaction: the one that the card was presented by, or a new one where it succeeded and
 * was made for that: a tokenization, or any `contract` (docs/gateway.md#additional-data).
 */
export function tokenFor({ type, contract }: Order, { token }: PresentedCard, { status }: End) {
  if (token !== null) return token
  return status === 'successful' && (type === 'tokenization' || contract.length > 0) ? newCardToken() : null
}

/** What follows from a transaction's end: nothing while it is incomplete. Returns what is to be announced. */
export async function conclude(tx: Database, sealer: Sealer, concluded: Concluded): Promise<Queued[]> {
  const { shop, uid, order, end, body, token } = concluded
  if (end.status === 'incomplete') return []
  await keepCards(tx, sealer, concluded)
  await recordMail(tx, shop, { uid, order, end, card: concluded.card })
  const queued: Queued[] = []
  for (const url of addressees(concluded))
    queued.push(
      ...(await queueDelivery(tx, sealer, {
        shopId: shop.id,
        subject: uid,
        url,
        schedule: 'transaction',
        body: { transaction: withToken(body, token) },
      })),
    )
  return queued
}

/** A tokenized card is notified to `card_notification_url`, too (docs/gateway.md#settings). */
function addressees({ order, card, token }: Concluded): string[] {
  const isIssued = token !== null && token !== card.token
  const urls = [order.notificationUrl, isIssued ? order.cardNotificationUrl : null]
  return urls.filter((url) => url !== null && url !== undefined)
}

async function keepCards(tx: Database, sealer: Sealer, concluded: Concluded): Promise<void> {
  const { shop, order, end, token, rememberFor } = concluded
  if (end.status !== 'successful') return
  const { description, outcome, token: presented } = concluded.card
  const card = { shopId: shop.id, description, outcome }
  if (token !== null && token !== presented)
    await keepCard(tx, sealer, { ...card, token, contract: order.contract })
  if (rememberFor !== null) await rememberCard(tx, sealer, { ...card, payerId: rememberFor })
}
