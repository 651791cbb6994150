/** The list of payments on our own API. Amounts are in minor units. */
import { z } from 'zod'
import { listPage, listQuery, timeZone } from '../core/lists/list'
import { notificationItem } from '../notifications/schema'
import { payment } from './schema'
import { paymentList } from './filters'

/** Notifications that arrived and are not processed yet, if the oldest waits for seconds. */
export const behind = z
  .object({ notifications: z.int(), exact: z.boolean(), since: z.iso.datetime() })
  .nullable()
export type Behind = z.output<typeof behind>

/**
 * While payments of an earlier release, or all after a change of mode, are counted again: those received until
 * `through` are done. Null: there are none to count, or counting has not begun.
 */
export const counting = z.object({ through: z.iso.datetime().nullable() }).nullable()
export type Counting = z.output<typeof counting>

export const paymentListQuery = listQuery(paymentList).extend({
  zone: timeZone.optional(),
  hour: z.iso.datetime().optional(),
})
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
  /** What the card may be used for later, as the checkout asked or the gateway says, in the gateway's words. */
  contracts: z.array(z.string()),
  /** Why a search found it: what matches in one of its notifications. Absent without a search. */
  match: notificationItem.pick({ id: true, marks: true, found: true, reasons: true }).optional(),
})
export type PaymentItem = z.output<typeof paymentItem>

/**
 * `alike`, `whole_words_only`: as in the list of notifications. `counted`: with that filter and one currency, what the
 * transactions add up to in that currency, even of payments in another one; `amount` is text, because a sum may be more
 * than a number holds.
 */
export const paymentPage = listPage(paymentItem).extend({
  alike: z.boolean(),
  whole_words_only: z.boolean(),
  counted: z.object({ amount: z.string(), currency: z.string(), transactions: z.int() }).nullable(),
  behind,
  counting,
})
export type PaymentPage = z.output<typeof paymentPage>

/** What the list's filters offer: the values that the shop's payments have. */
export const paymentFilterValues = z.object({
  type: z.array(z.string()),
  brand: z.array(z.string()),
  country: z.array(z.string()),
})
export type PaymentFilterValues = z.output<typeof paymentFilterValues>
