import 'server-only'
import { and, eq, gt, inArray, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { boundsOfDays, whereWithinDays } from '../../../core/server/lists/days'
import type { Keyset } from '../../../core/server/lists/keyset'
import { qualified } from '../../../core/server/qualified'
import { eachCurrency } from '../../../shops/server/currencies'
import type { PaymentListQuery } from '../../list'
import { needsAttention, paymentDifferences } from '../../state'
import { amountKey, payments, whereReturned } from '../tables'

export type PaymentFilters = Omit<PaymentListQuery, 'q' | 'sort' | 'cursor' | 'limit'> & { zone: string }

/** How long disputes need attention after their state began. */
const disputeDays = 30

/** Payments that need attention: those that differ, and recent disputes. */
const whereNeedsAttention = or(
  eq(payments.state, 'differs'),
  and(
    eq(payments.state, 'disputed'),
    gt(payments.stateAt, sql`now() - make_interval(days => ${disputeDays})`),
  ),
)

/** A page, with its condition and order. */
export type Listing = Pick<PaymentListQuery, 'sort' | 'cursor' | 'limit'> & { where: SQL; order: Keyset }

export const orderOf = (sort: PaymentListQuery['sort']): Keyset => ({
  ...(sort.endsWith('amount')
    ? { expression: amountKey(payments), type: 'text' }
    : { expression: sql`${payments.at}`, type: 'timestamptz' }),
  id: sql`${payments.uid}`,
  isDescending: sort.startsWith('-'),
})

/** The condition of a query without its search text, and with `isCollected` without `counted`, which chose the payments. */
export async function whereFiltered(
  context: ShopContext,
  filters: PaymentFilters,
  { isCollected = false } = {},
): Promise<SQL> {
  const { state, type, brand, country, currency, evidence, test, differs, returned, unlinked } = filters
  const { attention, counted, product_id: product, checkout_id: checkout, customer_id: customer } = filters
  const is = (condition: SQL | undefined, wanted: boolean | undefined) =>
    wanted === undefined || condition === undefined ? undefined : wanted ? condition : not(condition)
  const conditions = [
    eq(payments.shopId, context.shop.id),
    state && inArray(payments.state, state),
    type && inArray(payments.type, type),
    brand && inArray(payments.cardBrand, brand),
    country && inArray(payments.cardCountry, country),
    evidence && inArray(payments.authenticity, evidence),
    await whereAmount(context, filters),
    ...(counted
      ? [isCollected ? undefined : whereCounted(filters)]
      : [currency && inArray(payments.currency, currency), whereDay(filters)]),
    // Written like the index. A payment without a test flag is no test.
    test === undefined ? undefined : test ? sql`${payments.test}` : sql`${payments.test} IS NOT TRUE`,
    is(whereDiffers, differs),
    is(whereReturned(payments), returned),
    is(and(isNull(payments.checkoutId), isNull(payments.productId)), unlinked),
    is(whereNeedsAttention, attention),
    product === undefined ? undefined : eq(payments.productId, product),
    checkout === undefined ? undefined : eq(payments.checkoutId, checkout),
    customer === undefined ? undefined : whereOfCustomer(customer),
  ]
  return and(...conditions) as SQL
}

const hints = paymentDifferences.filter((difference) => !needsAttention(difference))
const whereDiffers = and(
  isNotNull(payments.difference),
  sql`${payments.difference} <> ALL(${sql.param(hints)}::text[])`,
)

/**
 * Whether many transactions that count so are better collected first: those of some days, or of days long ago. A list by
 * amount reads all others too. Otherwise there may be too many.
 */
export function isCollectable({ counted, ...days }: PaymentFilters, now = Date.now()): boolean {
  const { from, until } = boundsOf(days)
  if (counted === undefined || !from || !until) return false
  return until.valueOf() < now || until.valueOf() - from.valueOf() <= maxCollectedDays * 86_400_000
}

const maxCollectedDays = 32

export function boundsOf({ day_from: from, day_to: to, zone }: PaymentFilters): {
  from?: Date
  until?: Date
} {
  return boundsOfDays({ from, to }, zone)
}

const whereDay = ({ day_from: from, day_to: to, zone }: PaymentFilters): SQL | undefined =>
  whereWithinDays(payments.at, { from, to }, zone)

/** Conditions on the transactions `of` that count as asked. */
export function whereCounts(filters: PaymentFilters, of: 'c' | 'later' = 'c'): SQL {
  const { from, until } = boundsOf(filters)
  const { currency } = filters
  const column = (name: string) => sql.raw(`${of}.${name}`)
  return sql.join(
    [
      sql`${column('counts_as')} = ${filters.counted}`,
      // Of one currency, the index is in the order of time.
      ...(currency?.length === 1 ? [sql`${column('currency')} = ${currency[0]}`] : []),
      ...(currency && currency.length > 1
        ? [sql`${column('currency')} = ANY(${sql.param(currency)}::text[])`]
        : []),
      ...(from ? [sql`${column('at')} >= ${from.toISOString()}::timestamptz`] : []),
      ...(until ? [sql`${column('at')} < ${until.toISOString()}::timestamptz`] : []),
    ],
    sql` AND `,
  )
}

const whereCounted = (filters: PaymentFilters): SQL =>
  sql`${qualified(payments.uid)} IN (SELECT c.root_uid FROM transaction_states c
    WHERE c.shop_id = ${qualified(payments.shopId)} AND ${whereCounts(filters)})`

const whereOfCustomer = (id: string): SQL =>
  sql`${qualified(payments.uid)} IN (SELECT t.root_uid FROM customer_links l
    JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    JOIN transaction_states t ON t.shop_id = n.shop_id AND t.uid = n.uid
    WHERE l.shop_id = ${qualified(payments.shopId)} AND l.customer_id = ${id})`

const digits = 19
const keyOf = (currency: string, amount: number | undefined) =>
  `${currency}${amount === undefined ? '9'.repeat(digits) : String(amount).padStart(digits, '0')}`

async function whereAmount(context: ShopContext, filters: PaymentFilters): Promise<SQL | undefined> {
  const { amount_from: least, amount_to: most } = filters
  if (least === undefined && most === undefined) return undefined
  return whereAmountIn(filters.currency ?? (await currenciesOf(context)), { least, most })
}

/** One range of the index for each currency. */
export function whereAmountIn(
  currencies: readonly string[],
  { least = 0, most }: { least?: number; most?: number },
): SQL {
  const ranges = currencies.map(
    (currency) =>
      sql`(${amountKey(payments)} >= ${keyOf(currency, least)} AND ${amountKey(payments)} <= ${keyOf(currency, most)})`,
  )
  return ranges.length === 0 ? sql`false` : sql`(${sql.join(ranges, sql` OR `)})`
}

async function currenciesOf({ engine, shop }: ShopContext): Promise<string[]> {
  const { rows } = await engine.db.execute<{ currency: string }>(
    eachCurrency(
      (after) => sql`SELECT p.currency FROM payments p
        WHERE p.shop_id = ${shop.id} AND p.currency > ${after} ORDER BY p.currency LIMIT 1`,
    ),
  )
  return rows.map(({ currency }) => currency)
}
