import 'server-only'
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, not, or, sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { boundsOfDays, storable } from '../../../core/server/lists/days'
import type { Keyset } from '../../../core/server/lists/keyset'
import { qualified } from '../../../core/server/sql'
import { idsWithMerged } from '../../../customers/server/merging/joined'
import { paymentsOf } from '../../../customers/server/reading/transactions'
import { eachCurrency } from '../../../shops/server/currencies'
import type { PaymentListQuery } from '../../list'
import {
  needsAttention,
  paymentDifferences,
  type CountedAs,
  type CountedChoice,
  type UnknownChoice,
} from '../../state'
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

/** The condition of a query, without its search text. `isCollected`: also without `counted`, which chose the payments. */
export async function whereFiltered(
  context: ShopContext,
  filters: PaymentFilters,
  { isCollected = false } = {},
): Promise<SQL> {
  const { state, type, test, differs, received, returned, unlinked, attention } = filters
  const { checkout_id: checkout, customer_id: customer } = filters
  const is = (condition: SQL | undefined, isWanted: boolean | undefined) =>
    isWanted === undefined || condition === undefined ? undefined : isWanted ? condition : not(condition)
  const conditions = [
    eq(payments.shopId, context.shop.id),
    state && inArray(payments.state, state),
    type && inArray(payments.type, type),
    await whereAmount(context, filters),
    countedIn(filters) ? (isCollected ? undefined : whereCounted(filters)) : whereOfPayment(filters),
    // Written like the index. A payment without a test flag is no test.
    test === undefined ? undefined : test ? sql`${payments.test}` : sql`${payments.test} IS NOT TRUE`,
    is(whereDiffers, differs),
    is(gt(payments.paid, 0), received),
    is(whereReturned(payments), returned),
    is(and(isNull(payments.checkoutId), isNull(payments.productId)), unlinked),
    is(whereNeedsAttention, attention),
    checkout === undefined ? undefined : eq(payments.checkoutId, checkout),
    customer === undefined ? undefined : whereOfCustomer(context.shop.id, customer),
  ]
  return and(...conditions) as SQL
}

const hints = paymentDifferences.filter((difference) => !needsAttention(difference))
const whereDiffers = and(
  isNotNull(payments.difference),
  sql`${payments.difference} <> ALL(${sql.param(hints)}::text[])`,
)

/**
 * Whether to collect the payments of many counted transactions first: if they are of a short period, or of one that has
 * ended. Otherwise there may be too many. A list by amount would read all other payments too.
 */
export function isCollectable(filters: PaymentFilters): boolean {
  const { from, until } = boundsOf(filters)
  if (!countedIn(filters) || !from || !until) return false
  return until.valueOf() < Date.now() || until.valueOf() - from.valueOf() <= maxCollectedDays * 86_400_000
}

const maxCollectedDays = 32
const hourMs = 3_600_000

/** The requested days, or the hour within them. */
function boundsOf({ day_from, day_to, zone, hour }: PaymentFilters): { from?: Date; until?: Date } {
  const { from, until } = boundsOfDays({ from: day_from, to: day_to }, zone)
  if (hour === undefined) return { from, until }
  const begin = storable(new Date(hour))
  const end = storable(new Date(begin.valueOf() + hourMs))
  return { from: from && from > begin ? from : begin, until: until && until < end ? until : end }
}

/** Returns which transactions a query asks for. Undefined: none, so that its filters are those of payments. */
export const countedIn = ({ counted, reason, unknown }: PaymentFilters): CountedChoice | undefined =>
  counted ?? (reason !== undefined || unknown === 'reason' ? 'failed' : unknown && 'paid')

const countedKindsOf = (choice: CountedChoice): CountedAs[] =>
  choice === 'paid_or_failed' ? ['paid', 'failed'] : [choice]

/**
 * The filters that apply to transactions if a query asks for them. `parts`: what the overview and the report divide their
 * figures by.
 */
const parts = ['hour', 'brand', 'country', 'reason', 'unknown', 'product_id', 'evidence'] as const
const ofTransactions: readonly string[] = ['counted', 'currency', 'day_from', 'day_to', 'zone', ...parts]

/** Whether a part of the transactions is asked for, which the ledger's sums do not know. */
export const isOfPart = (filters: PaymentFilters): boolean =>
  parts.some((name) => filters[name] !== undefined)

/** Whether the payments of the transactions are filtered further. */
export const isByPayment = (filters: PaymentFilters): boolean =>
  Object.entries(filters).some(([name, value]) => value !== undefined && !ofTransactions.includes(name))

/** SQL of the parts by which the ledger's sums are divided, too (lib/payments/server/ledger/sums.ts). */
const partsOf = (of: 'c' | 'later'): Record<UnknownChoice, SQL> => ({
  brand: sql.raw(`coalesce(${of}.counted_brand, ${of}.card_brand)`),
  country: sql.raw(`coalesce(${of}.counted_country, ${of}.card_country)`),
  reason: sql.raw(`${of}.reason`),
})

/** SQL: whether the transaction `of` counts as the filters say. */
export function whereCounts(filters: PaymentFilters, of: 'c' | 'later' = 'c'): SQL {
  const { from, until } = boundsOf(filters)
  const { currency, brand, country, reason, unknown, product_id: product, evidence } = filters
  const counted = countedIn(filters)
  const column = (name: string) => sql.raw(`${of}.${name}`)
  const part = partsOf(of)
  return and(
    counted && inArray(column('counts_as'), countedKindsOf(counted)),
    // Of one currency, the index is in the order of time.
    currency && inArray(column('currency'), currency),
    from && gte(column('at'), sql`${from.toISOString()}::timestamptz`),
    until && lt(column('at'), sql`${until.toISOString()}::timestamptz`),
    brand && inArray(part.brand, brand),
    country && inArray(part.country, country),
    evidence && inArray(column('authenticity'), evidence),
    reason === undefined ? undefined : eq(part.reason, reason),
    product === undefined ? undefined : eq(column('product_id'), product),
    unknown && sql`coalesce(${part[unknown]}, '') = ''`,
    // What was paid has no reason either.
    unknown === 'reason' ? eq(column('counts_as'), 'failed') : undefined,
  ) as SQL
}

/** The same filters, applied to payments. */
function whereOfPayment(filters: PaymentFilters): SQL | undefined {
  const { from, until } = boundsOf(filters)
  const { currency, brand, country, product_id: product, evidence } = filters
  return and(
    currency && inArray(payments.currency, currency),
    from && gte(payments.at, sql`${from.toISOString()}::timestamptz`),
    until && lt(payments.at, sql`${until.toISOString()}::timestamptz`),
    brand && inArray(payments.cardBrand, brand),
    country && inArray(payments.cardCountry, country),
    evidence && inArray(payments.authenticity, evidence),
    product === undefined ? undefined : eq(payments.productId, product),
  )
}

const whereCounted = (filters: PaymentFilters): SQL =>
  sql`EXISTS (SELECT FROM transaction_states c WHERE c.shop_id = ${qualified(payments.shopId)}
    AND c.root_uid = ${qualified(payments.uid)} AND ${whereCounts(filters)})`

/** Does not refer to the row of payments, or it would be read again for each. */
const whereOfCustomer = (shopId: string, id: string): SQL =>
  sql`${qualified(payments.uid)} IN (
    SELECT root_uid FROM (${paymentsOf(shopId, idsWithMerged(shopId, id))}) theirs)`

const digits = 19
const keyOf = (currency: string, amount: number) => `${currency}${String(amount).padStart(digits, '0')}`

async function whereAmount(context: ShopContext, filters: PaymentFilters): Promise<SQL | undefined> {
  const { amount_from: least, amount_to: most } = filters
  if (least === undefined && most === undefined) return undefined
  return whereAmountIn(filters.currency ?? (await currenciesOf(context)), { least, most })
}

/** One range of the index for each currency. Without a least amount, negative ones are in it too. */
export function whereAmountIn(
  currencies: readonly string[],
  { least, most }: { least?: number; most?: number },
): SQL {
  const ranges = currencies.map((currency) => {
    const [from, to] = [
      least === undefined ? currency : keyOf(currency, least),
      most === undefined ? `${currency}${'9'.repeat(digits)}` : keyOf(currency, most),
    ]
    return sql`(${amountKey(payments)} >= ${from} AND ${amountKey(payments)} <= ${to})`
  })
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
