import 'server-only'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { may } from '../../../core/permissions'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { maskContacts, maskFor } from '../../../core/server/search/contacts-in-text'
import type {
  ReconciliationRowItem,
  ReconciliationRowsFilter,
  ReconciliationRowsPage,
  ReconciliationRowsQuery,
  ReconciliationTotals,
} from '../../reconciliation/reconciliation'
import { statementTypes } from '../../reconciliation/statement'
import { transactionStates } from '../tables'
import { loadReconciliation } from './read'
import { reconciliationRows } from './tables'
import { succeeded, typeInStatement } from './compare'

/**
 * Lists the rows of one result, in the file's order.
 * @throws AppError `not_found`
 */
export async function listReconciliationRows(
  context: ActorContext,
  id: string,
  { cursor, limit, ...filter }: ReconciliationRowsQuery,
): Promise<ReconciliationRowsPage> {
  await loadReconciliation(context, id)
  const after = cursor === undefined ? undefined : gt(reconciliationRows.position, Number(cursor))
  const rows = await context.engine.db
    .select()
    .from(reconciliationRows)
    .where(and(whereRows(context, id, filter), after))
    .orderBy(reconciliationRows.position)
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const roots = await rootsOf(
    context,
    shown.flatMap(({ uid, matchedUid }) => matchedUid ?? uid ?? []),
  )
  return {
    items: maskFor(
      context.actor,
      shown.map((row) => toItem(row, roots, shownUid(context.actor))),
    ),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.position) : null,
  }
}

/** The rows of a run that a filter finds. */
const whereRows = (
  { shop }: Pick<ShopContext, 'shop'>,
  id: string,
  { result, q, difference }: ReconciliationRowsFilter,
) =>
  and(
    eq(reconciliationRows.shopId, shop.id),
    eq(reconciliationRows.reconciliationId, id),
    eq(reconciliationRows.result, result),
    q ? sql`${q} IN (uid, tracking_id, matched_uid, ours ->> 'tracking_id')` : undefined,
    difference && sql`${difference} = ANY(differences)`,
  )

type Row = typeof reconciliationRows.$inferSelect

type Shown = (text: string) => string

/** The column may be another one than it was taken for. UIDs themselves never look like these contacts. */
const shownUid =
  (actor: ActorContext['actor']): Shown =>
  (uid) =>
    may(actor, 'personal_data.read') ? uid : maskContacts(uid, { isFreeText: false })

function toItem(row: Row, roots: Map<string, string>, shown: Shown): ReconciliationRowItem {
  const isOnlyHere = row.result === 'only_here'
  const own = row.matchedUid ?? row.uid
  return {
    position: isOnlyHere ? null : row.position,
    result: row.result,
    there: isOnlyHere
      ? null
      : {
          uid: row.uid === null ? null : shown(row.uid),
          tracking_id: row.trackingId,
          type: row.type,
          status: row.status,
          amount: row.amount,
          amount_text: row.amountText,
          currency: row.currency,
          fee: row.fee,
          at: row.at?.toISOString() ?? null,
          day: row.day,
          test: row.test,
        },
    here: row.ours,
    payment_uid: (own !== null && roots.get(own)) || null,
    matched_by: row.matchedBy,
    differences: row.differences,
    problems: row.problems,
    recorded: row.recordedAt !== null,
  }
}

/** The payments that these transactions belong to now. */
async function rootsOf({ engine, shop }: ShopContext, uids: string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await engine.db
    .select({ uid: transactionStates.uid, root: transactionStates.rootUid })
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shop.id), inArray(transactionStates.uid, uids)))
  return new Map(rows.map(({ uid, root }) => [uid, root ?? uid]))
}

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
  const whereNoTest = (test: string) =>
    context.shop.mode === 'live' ? sql.raw(`${test} IS NOT TRUE`) : sql`true`
  const { rows } = await context.engine.db.execute<Found>(sql`
    WITH found AS MATERIALIZED (SELECT * FROM ${reconciliationRows} WHERE ${whereRows(context, id, filter)}),
    sides AS (
      SELECT 'there' AS side, status IS NOT DISTINCT FROM 'failed' AS failed, type, currency,
        ${taken('amount')} AS amount, fee FROM found
      WHERE result NOT IN ('only_here', 'repeated', 'unread') AND ${whereNoTest('test')}
        AND (status IS DISTINCT FROM 'failed' OR fee IS NOT NULL)
      UNION ALL
      SELECT 'here', false, CASE WHEN ours IS NULL THEN type ELSE coalesce(ours ->> 'type', 'payment') END,
        CASE WHEN ours IS NULL THEN currency ELSE ours ->> 'currency' END,
        CASE WHEN ours IS NULL THEN amount ELSE (ours ->> 'amount')::bigint END, NULL
      FROM found WHERE NOT 'same_uid' = ANY(differences)
        AND ${whereNoTest("CASE WHEN ours IS NULL THEN test ELSE (ours ->> 'test')::boolean END")} AND CASE
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
