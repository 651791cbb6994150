import 'server-only'
import { and, eq, inArray } from 'drizzle-orm'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import { wereDecimalsChangedSince } from '../../../jobs/server/load'
import type { ReconciliationDetail } from '../../reconciliation'
import type { ReconciliationState } from '../../statement'
import { loadReconciliation, readReconciliation } from './read'
import { wakeReconciliation } from './run'
import { reconciliations } from './tables'

/**
 * Begins to record the payments that are only in the statement.
 * @throws AppError `not_found`; `conflict` if there is nothing to record, or the run is not matched; `decimals_changed`
 * if its amounts would be others by now.
 */
export async function recordReconciliation(context: ActorContext, id: string): Promise<ReconciliationDetail> {
  const { counts, mapping, createdAt } = await loadReconciliation(context, id)
  if (counts.recordable === 0) throw new AppError('conflict')
  const { engine, shop } = context
  if (mapping.amounts === 'major' && (await wereDecimalsChangedSince(engine.db, shop.id, createdAt)))
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
    .set({ state: to, done: 0, failure: null, movedAt: new Date(), ...by })
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
