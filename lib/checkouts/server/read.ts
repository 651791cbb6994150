import 'server-only'
import { and, eq } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { cardTokens } from '../../card-tokens/server/tables'
import type { Rights } from '../../core/permissions'
import { namesOf } from '../../core/server/accounts/names'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { maskEmail, maskFor } from '../../core/server/search/contacts-in-text'
import { isMaskedFor } from '../../customers/server/listing/item'
import type { Database } from '../../db/database'
import { maskPayload } from '../../notifications/server/redaction/mask'
import type { Payment } from '../../payments/schema'
import { toPayments } from '../../payments/server/read'
import type { CheckoutItem, CheckoutDetail } from '../schema'
import { paymentsOf } from './cards'
import { attemptsLeft, stateNow } from './state'
import { checkouts, type CheckoutRow } from './tables'

/**
 * `isHeld` locks the row until the transaction ends.
 * @throws AppError `not_found`
 */
export async function loadCheckout(
  db: Database,
  shopId: string,
  id: string,
  { isHeld = false } = {},
): Promise<CheckoutRow> {
  if (!isUuid(id)) throw new AppError('not_found')
  const query = db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, id)))
  const [row] = await (isHeld ? query.for('update') : query)
  if (!row) throw new AppError('not_found')
  return row
}

export const itemColumns = {
  id: checkouts.id,
  token: checkouts.token,
  redirectUrl: checkouts.redirectUrl,
  state: checkouts.state,
  restsOn: checkouts.restsOn,
  stateAt: checkouts.stateAt,
  paidAmount: checkouts.paidAmount,
  paidCurrency: checkouts.paidCurrency,
  difference: checkouts.difference,
  attempts: checkouts.attempts,
  declines: checkouts.declines,
  transactionType: checkouts.transactionType,
  amount: checkouts.amount,
  currency: checkouts.currency,
  description: checkouts.description,
  trackingId: checkouts.trackingId,
  email: checkouts.email,
  customerId: checkouts.customerId,
  test: checkouts.test,
  expiresAt: checkouts.expiresAt,
  createdAt: checkouts.createdAt,
  createdBy: checkouts.createdBy,
}
export type ItemRow = Pick<CheckoutRow, keyof typeof itemColumns>

/** Masks what a viewer with these rights may not see. `names` are people's names by ID. */
export function toItem(row: ItemRow, rights: Rights, names: ReadonlyMap<string, string>): CheckoutItem {
  const isMasked = isMaskedFor(rights)
  const { state, restsOn, stateAt } = stateNow(row)
  return {
    id: row.id,
    token: row.token,
    redirect_url: row.redirectUrl,
    state,
    rests_on: restsOn,
    state_at: stateAt.toISOString(),
    paid_amount: row.paidAmount,
    paid_currency: row.paidCurrency,
    difference: row.difference,
    attempts: row.attempts,
    attempts_left: attemptsLeft(row),
    transaction_type: row.transactionType,
    amount: row.amount,
    currency: row.currency,
    ...maskFor(rights, { description: row.description, tracking_id: row.trackingId }),
    email: row.email !== null && isMasked ? maskEmail(row.email) : row.email,
    masked: isMasked,
    customer_id: row.customerId,
    test: row.test,
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    created_by: names.get(row.createdBy) ?? null,
    created_by_id: row.createdBy,
  }
}

export async function checkoutDetail(context: ActorContext, id: string): Promise<CheckoutDetail> {
  const { engine, shop, actor } = context
  const row = await loadCheckout(engine.db, shop.id, id)
  const [names, rows, card, reissuedAs] = await Promise.all([
    namesOf(engine.db, [row.createdBy]),
    paymentsOf(engine.db, shop.id, [id]),
    cardOf(context, row),
    reissueOf(context, id),
  ])
  const payments = await toPayments(engine.db, shop.id, rows)
  return {
    ...toItem(row, actor, names),
    request: { checkout: maskPayload(row.request, { isPersonalShown: !isMaskedFor(actor) }) },
    card,
    payments: maskFor(actor, payments),
    transactions: maskFor(actor, payments.flatMap(transactionsOf)),
    reissues: row.reissues,
    reissued_as: reissuedAs,
    checkable: shop.hasCheckoutQuery && row.token !== null,
    checked_at: row.checkedAt?.toISOString() ?? null,
  }
}

const transactionsOf = ({ steps, checkout_link: link, uid }: Payment): CheckoutDetail['transactions'] =>
  steps
    .toReversed()
    .map(({ parent_uid: _parent, reported_at: _reported, reconciliation_id: _run, ...step }) => ({
      ...step,
      matched_by: step.uid === uid && link !== null ? link : 'parent',
    }))

async function cardOf({ engine, shop }: ActorContext, { cardTokenId }: CheckoutRow) {
  if (cardTokenId === null) return null
  const [card] = await engine.db
    .select({ id: cardTokens.id, brand: cardTokens.brand, last_4: cardTokens.last4 })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.id, cardTokenId)))
  return card ?? null
}

async function reissueOf({ engine, shop }: ActorContext, id: string): Promise<string | null> {
  const [newer] = await engine.db
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.reissues, id)))
    .orderBy(checkouts.createdAt)
    .limit(1)
  return newer?.id ?? null
}
