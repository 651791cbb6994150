import 'server-only'
import { and, sql } from 'drizzle-orm'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { keysetPage, type KeyedRow } from '../../../core/server/lists/keyset'
import { qualified } from '../../../core/server/qualified'
import type { PaymentPage } from '../../list'
import { sumsWithin } from '../report/sums'
import { payments } from '../tables'
import { boundsOf, whereCounts, whereFiltered, type Listing, type PaymentFilters } from './filter'

const columns = {
  paid: ['payments', 'paid'],
  failed: ['failed', null],
  refunded: ['refunds', 'refunded'],
  charged_back: ['chargebacks', 'charged_back'],
} as const

type Sums = { transactions: number; amount: bigint | null }

/**
 * Returns number and sum of the transactions that count so in the days and currencies, from the ledger's sums. Ignores
 * other filters. Null: the days have no end or no beginning. `amount` null: no sum of it is kept, or of several
 * currencies.
 */
export async function sumsOf(context: ShopContext, filters: PaymentFilters): Promise<Sums | null> {
  const { counted, currency } = filters
  const { from, until } = boundsOf(filters)
  if (!counted || !from || !until || from >= until) return null
  const [count, amount] = columns[counted]
  const rows = (await sumsWithin(context, [from, until])).filter(
    (row) => currency === undefined || currency.includes(row.currency),
  )
  return {
    transactions: rows.reduce((sum, row) => sum + row[count], 0),
    amount:
      amount === null || currency?.length !== 1
        ? null
        : rows.reduce((sum, row) => sum + BigInt(row[amount]), 0n),
  }
}

/** Adds up the transactions that the list is made of. Null unless asked for, in one currency. */
export async function countedOf(
  context: ActorContext,
  filters: PaymentFilters,
): Promise<PaymentPage['counted']> {
  const { counted, currency, day_from: _from, day_to: _to, zone, ...rest } = filters
  const [only, ...others] = currency ?? []
  if (counted === undefined || only === undefined || others.length > 0) return null
  const { engine, shop } = context
  const isFiltered = Object.values(rest).some((value) => value !== undefined)
  const sums = isFiltered ? null : await sumsOf(context, filters)
  if (sums && sums.amount !== null)
    return { amount: String(sums.amount), currency: only, transactions: sums.transactions }
  const within = isFiltered
    ? sql`AND c.root_uid IN (SELECT ${qualified(payments.uid)} FROM ${payments} WHERE ${await whereFiltered(context, { ...rest, zone })})`
    : sql``
  const { rows } = await engine.db.execute<{ amount: string; transactions: number }>(sql`
    SELECT coalesce(sum(c.amount), 0)::text AS amount, count(*)::int AS transactions FROM transaction_states c
    WHERE c.shop_id = ${shop.id} AND ${whereCounts(filters)} ${within}`)
  return rows[0] ? { ...rows[0], currency: only } : null
}

/**
 * Returns a page of payments in the order of the transactions of one currency that count so. Reads them from an index,
 * so every page costs the same. A payment with several comes once, at the last of them.
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
