import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import type { MissingPayments, ReconciliationDetail } from '../../reconciliation'
import { loadReconciliation, readReconciliation } from './read'
import { reconciliationRows, reconciliations } from './tables'

/**
 * Takes a person's word that the payments are missing here, although no UID of the statement is known while others of
 * its days are here. Then they can be recorded, as far as nothing else stands against it.
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
