import 'server-only'
import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import type { Call } from '../http/endpoints'
import { json } from '../http/refusal'
import { price } from '../price'
import type { Shop } from '../shops/shops'
import { mails } from '../tables/payments'
import type { End } from '../transactions/decide'
import type { Order, PresentedCard } from '../transactions/duplicates'
import { fill, mailTexts } from './texts'

/** An e-mail that a gateway would have sent to a customer. */
export type Mail = {
  id: string
  uid: string
  recipient: string
  language: string
  subject: string
  lines: string[]
  /** ISO 8601 with milliseconds and `Z`. */
  created_at: string
}

const limit = 100

/**
 * Returns the shop's 100 newest e-mails for the outbox page. They are personal data: the caller checks access first.
 */
export const outbox = (shopId: number) => newestMails(theEngine.get().db, shopId)

async function newestMails(db: Database, shopId: number): Promise<Mail[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(eq(mails.shopId, shopId))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(limit)
  return rows.map(({ shopId: _, createdAt, ...mail }) => ({ ...mail, created_at: createdAt.toISOString() }))
}

/** GET /sandbox/mails (sandbox only, with the shop's credentials): 200 and an array, newest first. */
export async function listMails({ engine, shop }: Call): Promise<Response> {
  return json(await newestMails(engine.db, shop.id))
}

type Ended = { uid: string; order: Order; card: PresentedCard; end: End }

/**
 * Adds the customer's e-mail to the outbox (docs/gateway.md#notifications), in the transaction's language and with its
 * receipt_text lines. Does nothing if the shop has e-mails off or the address is unknown.
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
  const failure = end.failure === 'error' ? 'error' : 'failed'
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
    lines: [isDone ? texts.done[order.type] : texts[failure], ...lines, ...order.receiptText],
  }
}
