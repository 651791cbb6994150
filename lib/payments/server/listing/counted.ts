import 'server-only'
import { and, sql } from 'drizzle-orm'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { exactTotalLimit } from '../../../core/lists/paging'
import { boundsOfDays } from '../../../core/server/lists/days'
import { keysetPage, type KeyedRow } from '../../../core/server/lists/keyset'
import { qualified } from '../../../core/server/sql'
import type { PaymentPage } from '../../list'
import { sumsWithin } from '../report/sums'
import { payments } from '../tables'
import {
  countedIn,
  isByPayment,
  isOfPart,
  whereCounts,
  whereFiltered,
  type Listing,
  type PaymentFilters,
} from './filter'

/** For each choice of `counted`: the columns of the ledger's sums with its numbers, and with its amount. */
const columns = {
  paid: [['payments'], 'paid'],
  failed: [['failed'], null],
  paid_or_failed: [['payments', 'failed'], null],
  refunded: [['refunds'], 'refunded'],
  charged_back: [['chargebacks'], 'charged_back'],
} as const

type Sums = { transactions: number; amount: bigint | null }

/**
 * Reads number and amount of the transactions of the `counted` filter from the ledger's sums. Applies only the days and
 * currencies. Null: the days have no beginning or no end. `amount` null: it is of several currencies, or not kept.
 */
async function sumsOf(context: ShopContext, filters: PaymentFilters): Promise<Sums | null> {
  const { currency, day_from, day_to, zone } = filters
  const counted = countedIn(filters)
  const { from, until } = boundsOfDays({ from: day_from, to: day_to }, zone)
  if (!counted || !from || !until || from >= until) return null
  const [counts, amount] = columns[counted]
  const rows = (await sumsWithin(context, [from, until])).filter(
    (row) => currency === undefined || currency.includes(row.currency),
  )
  return {
    transactions: rows.reduce((sum, row) => counts.reduce((all, count) => all + row[count], sum), 0),
    amount:
      amount === null || currency?.length !== 1
        ? null
        : rows.reduce((sum, row) => sum + BigInt(row[amount]), 0n),
  }
}

/**
 * Returns how many transactions the list is made of, before its payments are filtered. Where the ledger's sums do not tell
 * (a part of the transactions, days without an end), counts up to the limit of exact totals, plus one.
 */
export async function transactionsOf(context: ShopContext, filters: PaymentFilters): Promise<number> {
  const sums = await sumsOf(context, filters)
  if (sums && (sums.transactions <= exactTotalLimit || !isOfPart(filters))) return sums.transactions
  const { engine, shop } = context
  const { rows } = await engine.db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM transaction_states c
      WHERE c.shop_id = ${shop.id} AND ${whereCounts(filters)} LIMIT ${exactTotalLimit + 1}) counted`)
  return rows[0]?.count ?? 0
}

/** Adds up the transactions that the list is made of. Null unless they are of one kind and one currency. */
export async function countedOf(
  context: ActorContext,
  filters: PaymentFilters,
): Promise<PaymentPage['counted']> {
  const [only, ...others] = filters.currency ?? []
  const counted = countedIn(filters)
  if (!counted || counted === 'paid_or_failed' || only === undefined || others.length > 0) return null
  const { engine, shop } = context
  const isFiltered = isByPayment(filters)
  const sums = isFiltered || isOfPart(filters) ? null : await sumsOf(context, filters)
  if (sums && sums.amount !== null)
    return { amount: String(sums.amount), currency: only, transactions: sums.transactions }
  const within = isFiltered
    ? sql`AND c.root_uid IN (SELECT ${qualified(payments.uid)} FROM ${payments} WHERE ${await whereFiltered(context, filters, { isCollected: true })})`
    : sql``
  const { rows } = await engine.db.execute<{ amount: string; transactions: number }>(sql`
    SELECT coalesce(sum(c.amount), 0)::text AS amount, count(*)::int AS transactions FROM transaction_states c
    WHERE c.shop_id = ${shop.id} AND ${whereCounts(filters)} ${within}`)
  return rows[0] ? { ...rows[0], currency: only } : null
}

/**
 * Returns a page of payments in the order of their transactions of the `counted` filter, in one currency. Reads these from
 * an index, so every page costs the same. A payment with several of them comes once, at the last.
 */
export async function listCounted(
  { engine, shop }: ActorContext,
  filters: PaymentFilters,
  { where, order, ...page }: Listing,
) {
  const keyset = keysetPage({ ...order, expression: sql`c.at`, id: sql`c.root_uid` }, page)
  const { rows } = await engine.db.execute<KeyedRow>(sql`
    SELECT c.at::text AS cursor_value, c.root_uid AS cursor_id FROM transaction_states c
    JOIN ${payments} ON ${payments.shopId} = c.shop_id AND ${payments.uid} = c.root_uid
    WHERE c.shop_id = ${shop.id} AND ${whereCounts(filters)} AND ${and(where, keyset.after)}
      AND NOT EXISTS (SELECT 1 FROM transaction_states later WHERE later.shop_id = c.shop_id
        AND later.root_uid = c.root_uid AND (later.at, later.uid) > (c.at, c.uid) AND ${whereCounts(filters, 'later')}
        OFFSET 0)
    ORDER BY ${keyset.orderBy} LIMIT ${keyset.take}`)
  return keyset.page(rows)
}
