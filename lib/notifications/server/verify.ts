import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { VerificationAnswer } from '../schema'
import { readNotification, type NotificationContent } from '../../gateway/notification'
import { transactionReply, type Transaction } from '../../gateway/transaction'
import { findCheckout } from '../../checkouts/server/link'
import type { Shop, ShopContext } from '../../core/server/context'
import { loadAsked } from '../../payments/server/asked'
import { differenceOf } from '../../payments/server/compare'
import { askEndpoint } from './ask-endpoint'
import { describeNotification } from './describe'
import type { Received } from './store'

export type Answered = Omit<VerificationAnswer, 'answered_in_ms'> & {
  /** Of the transaction asked about, where it could be read. */
  uid?: string
  amount?: number
}

type Judgement = Pick<VerificationAnswer, 'code' | 'reason' | 'message' | 'endpoint_status'>

const accept = (reason: VerificationAnswer['reason']): Judgement => ({
  code: 0,
  reason,
  message: null,
  endpoint_status: null,
})
const decline = (reason: VerificationAnswer['reason'], message: string): Judgement => ({
  ...accept(reason),
  code: 1,
  message,
})

/** Whether a verification request could be declined: a shop that lets everything on gains nothing from being asked. */
export const judgesPayments = ({
  verificationPolicy,
  verificationEndpoint,
}: Pick<Shop, 'verificationPolicy' | 'verificationEndpoint'>): boolean =>
  verificationPolicy !== 'accept_all' || verificationEndpoint !== null

/**
 * What a verification request is answered (lib/notifications/settings.ts). By itself a shop lets every payment on.
 * With the policy `known`, only where the request has evidence, and amount and currency are those of the checkout with
 * its payment token or tracking ID, or else of any checkout or product known here. What passes is then put to the
 * merchant's own endpoint, where there is one. A request that names no transaction cannot be answered with it, and
 * declines.
 */
export async function answerVerification(
  context: ShopContext,
  request: Omit<Received, 'answer'>,
): Promise<Answered> {
  const content = readNotification(request.body)
  const transaction = transactionOf(content)
  if (!transaction?.uid) return decline('unreadable', 'The request names no transaction')
  const { uid, amount } = transaction
  // A card check may have none.
  const said = { uid, ...(Number.isSafeInteger(amount) ? { amount: amount ?? undefined } : {}) }
  const judged = await byPolicy(context, request, transaction)
  const { verificationEndpoint: endpoint } = context.shop
  if (judged.code !== 0 || endpoint === null) return { ...judged, ...said }
  return { ...(await askEndpoint(context, endpoint, request)), ...said }
}

/** Clients exist that read it unwrapped; so the gateway of some provider may send it. */
function transactionOf(content: NotificationContent): Transaction | undefined {
  if (content.kind === 'transaction') return content.transaction
  if (content.kind !== 'unknown') return undefined
  return transactionReply.safeParse({ transaction: content.json }).data?.transaction
}

async function byPolicy(
  context: ShopContext,
  { authenticity }: Pick<Received, 'authenticity'>,
  transaction: Transaction,
): Promise<Judgement> {
  const { engine, shop } = context
  if (shop.verificationPolicy === 'accept_all') return accept('accept_all')
  if (authenticity === 'unverified') return decline('unverified', 'The request could not be verified')
  const { amount, currency } = transaction
  const unknown = decline('unknown_amount', 'No checkout or product has this amount and currency')
  if (amount == null || !currency || currency.includes('\0')) return unknown
  const said = describeNotification({ kind: 'transaction', transaction, json: null })
  const price = { shopId: shop.id, amount, currency }
  return engine.db.transaction(async (tx) => {
    const { checkoutId } = await findCheckout(tx, shop.id, said)
    if (checkoutId !== null) {
      const { checkouts } = await loadAsked(tx, shop.id, { checkoutIds: [checkoutId], productIds: [] })
      const asked = checkouts.get(checkoutId)
      return asked && differenceOf(asked, { amount, currency }) === null ? accept('known_checkout') : unknown
    }
    if (await has(tx, checkoutOf(price))) return accept('known_checkout')
    return (await has(tx, productOf(price))) ? accept('known_product') : unknown
  })
}

async function has(tx: Database, row: SQL): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`SELECT EXISTS (${row}) AS "is"`)
  return rows[0]?.is ?? false
}

type Price = { shopId: string; amount: number; currency: string }

/** As their indexes of prices have them (tables/checkouts.ts, tables/products.ts). */
const checkoutOf = ({ shopId, amount, currency }: Price): SQL => sql`SELECT 1 FROM checkouts
  WHERE shop_id = ${shopId} AND (currency || lpad(amount::text, 19, '0') COLLATE "C") = ${priceKey(currency, amount)}`

const productOf = ({ shopId, amount, currency }: Price): SQL => sql`SELECT 1 FROM products
  WHERE shop_id = ${shopId} AND archived_at IS NULL AND vanished_at IS NULL
    AND (left(coalesce(currency, ''), 10) || lpad((coalesce(amount, -1) + 1)::text, 19, '0') COLLATE "C")
      = ${priceKey(currency, amount + 1)}`

const priceKey = (currency: string, amount: number): string =>
  `${currency.slice(0, 10)}${String(amount).padStart(19, '0')}`
