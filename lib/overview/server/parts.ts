import 'server-only'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../../core/server/context'
import { sumLimit } from '../../core/format/money'
import { facetsOfState } from '../../payments/server/ledger/sums'
import { products } from '../../products/server/tables'
import type { Part, Statistics } from '../schema'
import type { Range } from './period'
import { blockDays, type Facet } from './tables'

const shownParts = 5

const dayMs = 86_400_000
const blockMs = blockDays * dayMs
const blocksBegin = Date.UTC(2000, 0, 1)

type Row = Part & { facet: Facet; all_paid: number; all_payments: number; all_failed: number }
type Found = Pick<Statistics, 'reasons' | 'brands' | 'countries' | 'products'>

const nothing = { items: [], total: { paid: 0, payments: 0, failed: 0 } }

/**
 * Returns the most frequent attributes of a range's payments. Whole UTC days come from counts; the edges (less than a
 * day each, if the zone is not UTC) from the transactions.
 */
export async function patternsWithin(
  context: ShopContext,
  currency: string | null,
  range: Range,
): Promise<Found> {
  if (currency === null) return { reasons: nothing, brands: nothing, countries: nothing, products: nothing }
  const rows = await sumsOf(context, currency, range)
  const of = (facet: Facet) => {
    const ownRows = rows.filter((row) => row.facet === facet)
    const [first] = ownRows
    const total = first
      ? { paid: first.all_paid, payments: first.all_payments, failed: first.all_failed }
      : nothing.total
    return {
      items: ownRows.map(({ value, paid, payments, failed }) => ({ value, paid, payments, failed })),
      total,
    }
  }
  const linked = of('product')
  const names = await namesOf(
    context,
    linked.items.map(({ value }) => value),
  )
  return {
    reasons: of('reason'),
    brands: of('brand'),
    countries: of('country'),
    products: {
      ...linked,
      items: linked.items.map((item) => ({ ...item, name: names.get(item.value) ?? null })),
    },
  }
}

async function sumsOf({ engine, shop }: ShopContext, currency: string, range: Range): Promise<Row[]> {
  const { from, until, first, last, firstBlock, lastBlock } = spansOf(range)
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  const sum = (column: string) => sql.raw(`sum(${column}) AS ${column}`)
  const whole = (column: string) => sql.raw(`least(${column}, ${sumLimit})::bigint AS ${column}`)
  const counted = (facets: SQL, days: number, [start, end]: [number, number]) => sql`
      SELECT facet, value, paid, payments, failed FROM payment_days
      WHERE shop_id = ${shop.id} AND currency = ${currency} AND facet IN (${facets}) AND days = ${days}
        AND day >= ${dayOf(start)}::date AND day < ${dayOf(end)}::date`
  const { rows } = await engine.db.execute<Row>(sql`
    WITH edges AS (
      SELECT facet, value, CASE counts_as WHEN 'paid' THEN amount ELSE 0 END AS paid,
        (counts_as = 'paid')::int AS payments, (counts_as = 'failed')::int AS failed
      FROM transaction_states, LATERAL ${facetsOfState}
      WHERE shop_id = ${shop.id} AND currency = ${currency} AND counts_as IN ('paid', 'failed') AND value IS NOT NULL
        AND (at >= ${at(from)} AND at < ${at(Math.min(first, until))} OR at >= ${at(last)} AND at < ${at(until)})
    ), parts AS (${sql.join(
      [
        counted(sql`'brand', 'country', 'reason'`, 1, [first, last]),
        counted(sql`'product'`, 1, [first, firstBlock]),
        counted(sql`'product'`, blockDays, [firstBlock, lastBlock]),
        counted(sql`'product'`, 1, [lastBlock, last]),
        sql`SELECT facet, value, paid, payments, failed FROM edges`,
      ],
      sql` UNION ALL `,
    )}
    ), summed AS (
      SELECT facet, value, ${sum('paid')}, ${sum('payments')}, ${sum('failed')} FROM parts GROUP BY facet, value
    ), ranked AS (
      SELECT *, sum(paid) OVER every AS all_paid, sum(payments) OVER every AS all_payments,
        sum(failed) OVER every AS all_failed, row_number() OVER (PARTITION BY facet ORDER BY
          CASE facet WHEN 'reason' THEN failed WHEN 'product' THEN paid ELSE payments END DESC, payments DESC, value) AS place
      FROM summed WHERE payments > 0 OR failed > 0 WINDOW every AS (PARTITION BY facet)
    )
    SELECT facet, value, ${whole('paid')}, payments::int, failed::int, ${whole('all_paid')},
      all_payments::int, all_failed::int
    FROM ranked WHERE place <= ${shownParts} ORDER BY facet, place`)
  return rows
}

/** The whole UTC days of a range, in ms: from `first` to before `last`. If there are none, `last` is `first`. */
export function wholeDaysOf(from: Date, until: Date): { first: number; last: number } {
  const first = Math.ceil(from.valueOf() / dayMs) * dayMs
  return { first, last: Math.max(first, Math.floor(until.valueOf() / dayMs) * dayMs) }
}

/** The UTC day of a time in ms. */
export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Splits a range, in ms: whole UTC days from `first` to `last`; within them, whole blocks from `firstBlock` to
 * `lastBlock`. An empty part starts where it ends.
 */
function spansOf(range: Range) {
  const [from, until] = [range.from.valueOf(), range.until.valueOf()]
  const { first, last } = wholeDaysOf(range.from, range.until)
  const firstBlock = blocksBegin + Math.ceil((first - blocksBegin) / blockMs) * blockMs
  const lastBlock = blocksBegin + Math.floor((last - blocksBegin) / blockMs) * blockMs
  const hasBlocks = firstBlock < lastBlock
  return {
    from,
    until,
    first,
    last,
    ...(hasBlocks ? { firstBlock, lastBlock } : { firstBlock: last, lastBlock: last }),
  }
}

async function namesOf({ engine, shop }: ShopContext, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(eq(products.shopId, shop.id), inArray(products.id, ids)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
