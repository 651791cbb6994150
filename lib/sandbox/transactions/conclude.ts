import 'server-only'
import type { Database } from '../../db/database'
import type { Sealer } from '../../db/sealing'
import { keepCard, newCardToken, rememberCard } from '../cards/tokens'
import { queueDelivery, type Queued } from '../deliveries/queue'
import { recordMail } from '../mails/mails'
import type { Shop } from '../shops/shops'
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
 * Returns the transaction's card token: the one that presented the card, or a new one after a successful tokenization
 * or a success with any `contract` (docs/gateway.md#additional-data).
 */
export function tokenFor({ type, contract }: Order, { token }: PresentedCard, { status }: End) {
  if (token !== null) return token
  return status === 'successful' && (type === 'tokenization' || contract.length > 0) ? newCardToken() : null
}

/**
 * Stores the cards, e-mail and notifications of an ended transaction; does nothing while it is incomplete. Returns the
 * deliveries to announce after the commit.
 */
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

/**
 * Returns the notification addresses. A new card token also goes to `card_notification_url` (docs/gateway.md#settings).
 */
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
