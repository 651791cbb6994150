import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database'
import { price } from '../price'
import type { Shop } from '../shops'
import { mails } from '../tables/mails'
import type { End } from '../transactions/decide'
import type { Order, PresentedCard } from '../transactions/order'
import { fill, mailTexts } from './texts'

type Ended = { uid: string; order: Order; card: PresentedCard; end: End }

/**
 * Puts an e-mail to the payer into the outbox (docs/gateway.md#notifications), in the transaction's language and with
 * its receipt_text lines; where the shop has these e-mails on and the payer's address is known.
 */
export async function recordMail(tx: Database, shop: Shop, ended: Ended): Promise<void> {
  const recipient = ended.order.payer?.email
  if (!shop.customerEmails || !recipient) return
  const { uid, order } = ended
  await tx
    .insert(mails)
    .values({ shopId: shop.id, id: randomUUID(), uid, recipient, language: order.language, ...write(ended) })
}

function write({ uid, order, card, end }: Ended): { subject: string; lines: string[] } {
  const { texts, language } = mailTexts(order.language)
  const isDone = end.status === 'successful'
  const values = {
    uid,
    description: order.description,
    amount: price(order, language),
    brand: card.description.brand,
    last_4: card.description.last_4,
  }
  const lines = [texts.amount, texts.card, texts.reference].map((text) => fill(text, values))
  return {
    subject: fill(texts.subject[isDone ? 'successful' : 'failed'], values),
    lines: [isDone ? texts.done[order.type] : texts.failed, ...lines, ...order.receiptText],
  }
}
