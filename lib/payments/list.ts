/** The list of payments on our own API. Amounts are in minor units. */
import { z } from 'zod'
import { amountBound, day, listOf, listPage, listQuery, queryBoolean, timeZone } from '../core/list'
import { paymentSortColumns } from '../core/paging'
import { isStorable } from '../gateway/values'
import { notificationItem } from '../notifications/schema'
import { evidenceGrades } from './evidence'
import { payment } from './schema'
import { countedKinds, paymentStates } from './state'

const invalidChoice = { error: 'invalid_choice' }
const said = z.string().min(1).max(100).refine(isStorable, 'invalid')

/**
 * Filters of the list. Types and brands are free text, because the gateway may send unknown ones. Days are those of
 * `zone`, both included. `amount_…`: the amount that the list shows. `returned`: refunded or charged back, in part or
 * whole. `unlinked`: of no known product or checkout. `attention`: those that differ, and recent disputes.
 * `counted`: payments with transactions that count so in the shop's sums; days and currency are then those of the
 * transactions, as in the overview.
 */
const paymentFilters = {
  state: listOf(z.enum(paymentStates, invalidChoice)).optional(),
  type: listOf(said).optional(),
  brand: listOf(said).optional(),
  country: listOf(z.string().regex(/^[A-Z]{2}$/, 'invalid_choice')).optional(),
  currency: listOf(z.string().regex(/^[A-Z]{3}$/, 'invalid_choice')).optional(),
  amount_from: amountBound.optional(),
  amount_to: amountBound.optional(),
  day_from: day.optional(),
  day_to: day.optional(),
  zone: timeZone.default('UTC'),
  evidence: listOf(z.enum(evidenceGrades, invalidChoice)).optional(),
  test: queryBoolean.optional(),
  differs: queryBoolean.optional(),
  returned: queryBoolean.optional(),
  unlinked: queryBoolean.optional(),
  attention: queryBoolean.optional(),
  counted: z.enum(countedKinds, invalidChoice).optional(),
  product_id: said.optional(),
  checkout_id: z.uuid('invalid').optional(),
  customer_id: said.optional(),
}

export const paymentListQuery = listQuery(paymentSortColumns, '-at').extend(paymentFilters)
export type PaymentListQuery = z.output<typeof paymentListQuery>

export const paymentItem = payment.extend({
  /** The amount that the list shows and sorts by: paid, else held, tried, refunded or charged back. */
  amount: z.int().nullable(),
  card_country: z.string().nullable(),
  /** Masked for roles that may not read personal data. */
  email: z.string().nullable(),
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  product_name: z.string().nullable(),
  checkout_description: z.string().nullable(),
  /** Why a search found it: what matches in one of its notifications. Absent without a search. */
  match: notificationItem.pick({ id: true, marks: true, found: true, reasons: true }).optional(),
})
export type PaymentItem = z.output<typeof paymentItem>

/**
 * `alike`, `whole_words_only`: as in the list of notifications. `counted`: with that filter and one currency, what the
 * transactions add up to; `amount` is text where no number holds it.
 */
export const paymentPage = listPage(paymentItem).extend({
  alike: z.boolean(),
  whole_words_only: z.boolean(),
  counted: z.object({ amount: z.string(), transactions: z.int() }).nullable(),
  /** Notifications that arrived and are not processed yet, if the oldest waits for seconds. */
  behind: z.object({ notifications: z.int(), exact: z.boolean(), since: z.iso.datetime() }).nullable(),
})
export type PaymentPage = z.output<typeof paymentPage>
