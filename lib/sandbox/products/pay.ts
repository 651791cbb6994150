import 'server-only'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import { payerForm, type PayerFormOutput } from '../../gateway/cards/card'
import { presentNumber } from '../cards/present'
import type { PublicCall } from '../http/endpoints'
import { json, notFound, Refusal } from '../http/refusal'
import { isOpenToVisitor } from '../shops/settings'
import { loadShop, type Shop } from '../shops/shops'
import type { ProductRow } from '../tables/records'
import type { BillingAddress, Order, Payer } from '../transactions/duplicates'
import { findAttempt } from '../transactions/find'
import { processOrder } from '../transactions/process'
import { nextStep } from '../transactions/result'
import { findProduct, payableState } from './products'
import { throwUnpayable } from './stock'

type Errors = Record<string, string[]>
const refuseFields = (errors: Errors) =>
  new Refusal(422, 'Payment form is invalid', { code: 'invalid', errors })

/**
 * Handles the payment form of a product page. Returns 201 `{uid, status, next}` for a payment made, declined or waiting
 * for its challenge; 200 with the same for an attempt answered before; 422 `errors` (codes by field); 409 `code`
 * sold_out, expired or stale_page (the page showed another price, or the attempt is another product's); 404.
 *
 * Card number and CVC go no further than this function: only the card's description, the CVC result and the test card's
 * behaviour do.
 */
export async function payProduct({ engine, params, body }: PublicCall<{ id: string }>): Promise<Response> {
  const { db } = engine
  const input = await body()
  const product = await findProduct(db, params.id)
  if (!product) throw notFound()
  const form = payerForm(product.visibleFields).safeParse(input)
  if (!form.success) throw refuseFields(codesByField(form.error.issues))

  const { number, verification_value, expiry, holder, shown, attempt, ...payer } = form.data
  const earlier = await answerEarlier(db, product, attempt)
  if (earlier) return earlier
  if (payableState(product) !== 'payable') return throwUnpayable(db, product.shopId, product.id)
  if (shown && (shown.amount !== product.amount || shown.currency !== product.currency))
    throw new Refusal(409, 'Price has changed', { code: 'stale_page' })

  const shop = await loadShop(db, engine.sealer, product.shopId)
  if (!shop) throw notFound()
  const card = presentNumber(
    shop,
    { number, verification_value, holder, ...expiry },
    { isAnyNumberAccepted: false },
  )
  if (!card) throw refuseFields({ number: ['not_a_test_card'] })
  const made = await processOrder(engine, shop, orderOf(product, shop, payer), card, { attempt })
  if (made) return json({ uid: made.uid, status: made.status, next: await nextStep(db, made.uid) }, 201)
  return (await answerEarlier(db, product, attempt)) ?? notFound().answer()
}

/** Returns the response for an attempt recorded before. @throws Refusal 409 if it belongs to another product. */
async function answerEarlier(db: Database, { shopId, id }: ProductRow, attempt: string) {
  const earlier = await findAttempt(db, shopId, attempt)
  if (!earlier) return null
  const { uid, status, productId } = earlier
  if (productId !== id) throw new Refusal(409, 'Attempt was used before', { code: 'stale_page' })
  return json({ uid, status, next: await nextStep(db, uid) })
}

type Customer = Omit<
  PayerFormOutput,
  'number' | 'verification_value' | 'expiry' | 'holder' | 'shown' | 'attempt'
>

/** Inferred: the product's name as the description, and `additional_data.product_id`. */
function orderOf(product: ProductRow, shop: Shop, customer: Customer): Order {
  const { email, birth_date, taxpayer_id, ...billingAddress } = customer
  return {
    source: { kind: 'product', id: product.id },
    type: product.transactionType,
    amount: product.amount,
    currency: product.currency,
    description: product.name,
    trackingId: null,
    language: product.language,
    test: product.test,
    billingDescriptor: null,
    notificationUrl: shop.notificationUrl,
    verificationUrl: shop.verificationUrl,
    returnUrl: product.returnUrl ?? shop.url,
    threeDSecure: { skip: false, force: false },
    receiptText: [],
    contract: [],
    additionalData: { product_id: product.id },
    payer: known<Payer>({ email, birth_date, taxpayer_id }),
    billingAddress: known<BillingAddress>(billingAddress),
  }
}

/** Removes undefined fields. */
const known = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

function codesByField(issues: readonly { path: PropertyKey[]; message: string }[]): Errors {
  const errors: Errors = {}
  for (const { path, message } of issues) (errors[String(path[0] ?? 'base')] ??= []).push(message)
  return errors
}

export type PayerProduct = NonNullable<Awaited<ReturnType<typeof payerProduct>>>

/**
 * Returns what a payer may see of a product. Null if it is unknown, belongs to a shop other than `shopId`, or the
 * sandbox is not open to them.
 */
export async function payerProduct(id: string, shopId?: string) {
  if (!(await isOpenToVisitor())) return null
  const product = await findProduct(theEngine.get().db, id)
  if (!product || (shopId !== undefined && shopId !== String(product.shopId))) return null
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    amount: product.amount,
    currency: product.currency,
    type: product.transactionType,
    test: product.test,
    language: product.language,
    visibleFields: product.visibleFields,
    state: payableState(product),
  }
}
