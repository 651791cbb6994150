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
} from '../../reconciliation/reconciliation'
import { transactionStates } from '../tables'
import { loadReconciliation } from './read'
import { reconciliationRows } from './tables'

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
export const whereRows = (
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
