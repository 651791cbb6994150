import 'server-only'
import type { CheckoutItem } from '../schema'
import type { Role } from '../../core/permissions'
import { isMasked } from '../../customers/server/item'
import { maskEmail, shownTo } from '../../core/server/search/contacts-in-text'
import { checkouts, type CheckoutRow } from './tables'
import { attemptsLeft, stateNow } from './state'

/** The columns a list shows. */
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

/** A checkout in the gateway's own names, as `role` may see it; `names`: of people, by ID. */
export function toItem(row: ItemRow, role: Role, names: ReadonlyMap<string, string>): CheckoutItem {
  const masked = isMasked(role)
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
    ...shownTo(role, { description: row.description, tracking_id: row.trackingId }),
    email: row.email !== null && masked ? maskEmail(row.email) : row.email,
    masked,
    customer_id: row.customerId,
    test: row.test,
    expires_at: row.expiresAt.toISOString(),
    created_at: row.createdAt.toISOString(),
    created_by: names.get(row.createdBy) ?? null,
    created_by_id: row.createdBy,
  }
}
