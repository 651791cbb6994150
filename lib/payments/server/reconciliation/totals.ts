import 'server-only'
import { sql } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import type { ReconciliationRowsFilter, ReconciliationTotals } from '../../reconciliation/reconciliation'
import { statementTypes } from '../../reconciliation/statement'
import { succeeded, typeInStatement } from './compare'
import { loadReconciliation } from './read'
import { whereRows } from './rows'
import { reconciliationRows } from './tables'

type Item = ReconciliationTotals['items'][number]
type Kind = Item['kind']
type Found = { side: 'there' | 'here'; type: string | null; currency: string | null } & Record<
  'rows' | 'count' | 'fee_count' | 'failed_fees',
  number
> &
  Record<'amount' | 'fee', string>

/**
 * Adds up the rows that a filter finds, by kind and currency. A transaction here counts with the row that fits it best.
 * Failed transactions count on neither side, but their fees do: a provider may charge for declined ones. Tests in a
 * live shop, repeated rows and rows that are no payment count for nothing.
 * @throws AppError `not_found`
 */
export async function totalReconciliationRows(
  context: ShopContext,
  id: string,
  filter: ReconciliationRowsFilter,
): Promise<ReconciliationTotals> {
  await loadReconciliation(context, id)
  const taken = (amount: string) =>
    sql.raw(`CASE WHEN 'sign' = ANY(problems) THEN -${amount} ELSE ${amount} END`)
  const whereNoTest = context.shop.mode === 'live' ? sql`test IS NOT TRUE` : sql`true`
  const { rows } = await context.engine.db.execute<Found>(sql`
    WITH found AS MATERIALIZED (SELECT * FROM ${reconciliationRows} WHERE ${whereRows(context, id, filter)}),
    sides AS (
      SELECT 'there' AS side, status IS NOT DISTINCT FROM 'failed' AS failed, type, currency,
        ${taken('amount')} AS amount, fee FROM found
      WHERE result NOT IN ('only_here', 'repeated', 'unread') AND ${whereNoTest}
        AND (status IS DISTINCT FROM 'failed' OR fee IS NOT NULL)
      UNION ALL
      SELECT 'here', false, CASE WHEN ours IS NULL THEN type ELSE coalesce(ours ->> 'type', 'payment') END,
        CASE WHEN ours IS NULL THEN currency ELSE ours ->> 'currency' END,
        CASE WHEN ours IS NULL THEN amount ELSE (ours ->> 'amount')::bigint END, NULL
      FROM found WHERE NOT 'same_uid' = ANY(differences) AND ${whereNoTest} AND CASE
        WHEN ours IS NULL THEN result = 'matched' AND status IS DISTINCT FROM 'failed'
        ELSE ours ->> 'status' IN (${succeeded}) END
    )
    SELECT side, type, currency, count(*) FILTER (WHERE NOT failed)::int AS rows,
      count(amount) FILTER (WHERE NOT failed)::int AS count,
      coalesce(sum(amount) FILTER (WHERE NOT failed), 0)::text AS amount, count(fee)::int AS fee_count,
      coalesce(sum(fee), 0)::text AS fee, count(*) FILTER (WHERE failed)::int AS failed_fees
    FROM sides GROUP BY side, type, currency`)
  return { items: merged(rows) }
}

/** The types of this side are named as statements name them, so that both sides are in one line. */
function merged(rows: readonly Found[]): Item[] {
  const lines = new Map<string, Item>()
  for (const { side, type, currency, ...sums } of rows) {
    const kind = side === 'there' || type === null ? (type as Kind) : kindOf(type)
    const key = `${kind} ${currency}`
    const line = lines.get(key) ?? empty(kind, currency)
    lines.set(key, line)
    const sum = line[side]
    sum.count += sums.rows
    sum.amount = String(BigInt(sum.amount) + BigInt(sums.amount))
    if (side === 'here') continue
    line.there.unread += sums.rows - sums.count
    line.fees.count += sums.fee_count
    line.fees.failed += sums.failed_fees
    line.fees.amount = String(BigInt(line.fees.amount) + BigInt(sums.fee))
  }
  return [...lines.values()].toSorted((one, other) => rank(one) - rank(other) || compare(one, other))
}

const kinds: readonly Kind[] = [...statementTypes, 'other', null]
const kindOf = (type: string): Kind =>
  statementTypes.find((known) => known === typeInStatement(type)) ?? 'other'

const rank = ({ kind }: Item): number => kinds.indexOf(kind)
const compare = (one: Item, other: Item): number => ((one.currency ?? '') < (other.currency ?? '') ? -1 : 1)

const empty = (kind: Kind, currency: string | null): Item => ({
  kind,
  currency,
  there: { count: 0, amount: '0', unread: 0 },
  here: { count: 0, amount: '0' },
  fees: { count: 0, amount: '0', failed: 0 },
})
