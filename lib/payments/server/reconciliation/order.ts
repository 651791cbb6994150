import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import { wereDecimalsChangedSince } from '../../../jobs/server/load'
import type { ReconciliationDetail, MissingPayments } from '../../reconciliation/reconciliation'
import type { ReconciliationState } from '../../reconciliation/statement'
import { recordActivity } from '../../../core/server/activity/record'
import { loadReconciliation, readReconciliation } from './read'
import { wakeReconciliation } from './run'
import { reconciliations, reconciliationRows } from './tables'

/**
 * Begins to record the payments that are only in the statement.
 * @throws AppError `not_found`; `conflict` if there is nothing to record, or the run is not matched; `decimals_changed`
 * if its amounts would differ by now.
 */
export async function recordReconciliation(context: ActorContext, id: string): Promise<ReconciliationDetail> {
  const { counts, mapping, createdAt } = await loadReconciliation(context, id)
  if (counts.recordable === 0) throw new AppError('conflict')
  const { engine, shop } = context
  if (mapping.amounts === 'major' && (await wereDecimalsChangedSince(engine.db, [shop.id], createdAt)))
    throw new AppError('decimals_changed')
  return begin(context, id, { from: ['matched'], to: 'recording', by: { recordedBy: context.actor.userId } })
}

/**
 * Begins to take back what a run has recorded. The run and its rows stay.
 * @throws AppError `not_found`; `conflict` if it is at work, has failed or was undone.
 */
export async function undoReconciliation(context: ActorContext, id: string): Promise<ReconciliationDetail> {
  await loadReconciliation(context, id)
  return begin(context, id, {
    from: ['matched', 'recorded'],
    to: 'undoing',
    by: { undoneBy: context.actor.userId },
  })
}

type Change = {
  from: ReconciliationState[]
  to: ReconciliationState
  by: { recordedBy: string } | { undoneBy: string }
}

async function begin(
  context: ActorContext,
  id: string,
  { from, to, by }: Change,
): Promise<ReconciliationDetail> {
  const { engine, shop } = context
  const [begun] = await engine.db
    .update(reconciliations)
    .set({ state: to, done: 0, failure: null, movedAt: sql`now()`, ...by })
    .where(
      and(
        eq(reconciliations.shopId, shop.id),
        eq(reconciliations.id, id),
        inArray(reconciliations.state, from),
      ),
    )
    .returning({ id: reconciliations.id })
  if (!begun) throw new AppError('conflict')
  await wakeReconciliation(engine, { shopId: shop.id, id })
  await publishLiveEvent(context, { kind: 'reconciliation', id })
  return readReconciliation(context, id)
}

/**
 * Takes a person's word that the payments are missing here, although no UID of the statement is known while others of
 * its days are here. Then they can be recorded, unless something else prevents it.
 * @throws AppError `not_found`; `conflict` if the run is not matched, or nothing waits for such a word
 */
export async function sayMissing(
  context: ActorContext,
  id: string,
  { reason }: MissingPayments,
): Promise<ReconciliationDetail> {
  const { engine, shop, actor } = context
  await loadReconciliation(context, id)
  await engine.db.transaction(async (tx) => {
    const whereRun = and(eq(reconciliations.shopId, shop.id), eq(reconciliations.id, id))
    const [run] = await tx.select().from(reconciliations).where(whereRun).for('update')
    if (run?.state !== 'matched' || run.counts.unknown_uids === 0) throw new AppError('conflict')
    const freed = await tx
      .update(reconciliationRows)
      .set({ problems: sql`array_remove(${reconciliationRows.problems}, 'unknown_uids')` })
      .where(
        and(
          eq(reconciliationRows.shopId, shop.id),
          eq(reconciliationRows.reconciliationId, id),
          eq(reconciliationRows.result, 'only_there'),
          sql`'unknown_uids' = ANY(${reconciliationRows.problems})`,
        ),
      )
      .returning({ problems: reconciliationRows.problems })
    const recordable = freed.filter(({ problems }) => problems.length === 0).length
    const { counts } = run
    await tx
      .update(reconciliations)
      .set({
        missingAt: sql`now()`,
        missingBy: actor.userId,
        missingReason: reason,
        counts: { ...counts, unknown_uids: 0, recordable: counts.recordable + recordable },
      })
      .where(whereRun)
    const detail = { rows: freed.length, reason }
    await recordActivity(tx, context, { action: 'reconciliation.said_missing', subject: id, detail })
  })
  await publishLiveEvent(context, { kind: 'reconciliation', id })
  return readReconciliation(context, id)
}
