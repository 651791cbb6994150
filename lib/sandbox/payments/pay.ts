import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { payerForm } from '../../gateway/card'
import { describeCard } from '../cards/describe'
import { cvcResult, testCards, type Outcome } from '../cards/test-cards'
import { announceDelivery } from '../deliveries/queue'
import type { PublicCall } from '../http/endpoint'
import { json, notFound, Refusal } from '../http/refusal'
import { findProduct } from '../products/find'
import { payableState } from '../products/state'
import { loadShop } from '../shops'
import { payments } from '../tables/payments'
import type { ProductRow } from '../tables/products'
import { recordPayment, refuseUnpayable } from './record'
import { productTransaction } from './transaction'

type Errors = Record<string, string[]>
const refuseFields = (errors: Errors) =>
  new Refusal(422, 'Payment form is invalid', { code: 'invalid', errors })

/**
 * The payer's form of a product: 201 `{uid, status}` with the payment made or declined, 200 with the same for
 * an attempt that was answered before; 422 `errors` (codes by field), 409 `code` sold_out, expired or stale_page
 * (the page showed another price, or is another product's), 404.
 *
 * Card number and CVC live here only: what goes on is a description of the card, the result of the CVC check
 * and what the test card stands for.
 */
export async function payProduct({ engine, params, body }: PublicCall<{ id: string }>): Promise<Response> {
  const input = await body()
  const product = await findProduct(engine.db, params.id)
  if (!product) throw notFound()
  const form = payerForm(product.visibleFields).safeParse(input)
  if (!form.success) throw refuseFields(codesByField(form.error.issues))

  const { number, verification_value, shown, ...payer } = form.data
  const earlier = await findAttempt(engine.db, product, payer.attempt)
  if (earlier) return json(earlier)
  if (payableState(product) !== 'payable') return refuseUnpayable(engine.db, product.shopId, product.id)
  if (shown && (shown.amount !== product.amount || shown.currency !== product.currency))
    throw new Refusal(409, 'Price has changed', { code: 'stale_page' })

  const outcome = judgeCard(number)
  const shop = await loadShop(engine.db, engine.sealer, product.shopId)
  if (!shop) throw notFound()
  const card = describeCard(number, { holder: payer.holder, ...payer.expiry }, shop.stampKey())
  const transaction = productTransaction({
    uid: randomUUID(),
    product,
    payer,
    card,
    outcome,
    cvc: cvcResult(verification_value),
    at: new Date(),
  })
  const notify = shop.notificationUrl !== null
  const made = await recordPayment(engine.db, { product, attempt: payer.attempt, transaction, notify })
  if (!made) return json(await findAttempt(engine.db, product, payer.attempt))
  if (made.deliveryId) await announceDelivery(engine.jobs, product.shopId, made.deliveryId)
  return json({ uid: made.uid, status: made.status }, 201)
}

/** @throws Refusal 422 on the number's field: no test card, or one that needs a challenge. */
function judgeCard(number: string): Outcome {
  const outcome = testCards.get(number)
  if (!outcome) throw refuseFields({ number: ['not_a_test_card'] })
  if (outcome.threeDSecure === 'challenge') throw refuseFields({ number: ['challenge_unsupported'] })
  return outcome
}

/** @throws Refusal 409 where the attempt belongs to another product. */
async function findAttempt(db: Database, { shopId, id }: ProductRow, attempt: string) {
  const [row] = await db
    .select({ uid: payments.uid, status: payments.status, productId: payments.productId })
    .from(payments)
    .where(and(eq(payments.shopId, shopId), eq(payments.attempt, attempt)))
  if (!row) return null
  if (row.productId !== id) throw new Refusal(409, 'Attempt was used before', { code: 'stale_page' })
  return { uid: row.uid, status: row.status }
}

function codesByField(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues) (errors[String(path[0] ?? 'base')] ??= []).push(message)
  return errors
}
