import 'server-only'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { publishLiveEvent } from '../../../core/server/live'
import { correlatedLog } from '../../../core/server/log/log'
import { loadShop } from '../../../core/server/shop/load'
import { lockMatching } from '../../../customers/server/merging/link'
import { isStorageUnavailable } from '../../../db/connection/storage-unavailable'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import type { ReconciliationState } from '../../reconciliation/statement'
import { lockLedger, recordTransactions } from '../ledger/ledger'
import { recordActivity } from '../../../core/server/activity/record'
import { follow, settleFollowed } from '../../../notifications/server/linking/follow'
import { settle } from '../accept'
import { reportedOf } from '../ledger/reported'
import { withdrawTransactions } from '../ledger/withdraw'
import { transactionStates } from '../tables'
import { matchNext } from './match'
import { recordNext, type LedgerShop } from './record'
import { reconciliationRows, reconciliations, type ReconciliationRow } from './tables'

const queue = 'payments.reconcile'

/** Time limit of one turn in ms. The queue treats a handler that takes much longer as dead. */
const turnMs = 20_000
/** Seconds without progress, after which the process that worked on a run is taken to have ended. */
const leftBehind = { reading: 120, working: 60 }

type Key = { shopId: string; id: string }

/** Registers this process as a worker of reconciliations. Every minute it resumes abandoned ones. */
export async function startReconciling(engine: Engine): Promise<void> {
  await engine.queues.define<Key>(queue, async (key) => {
    const isDone = await workOnReconciliation(engine, key, { until: performance.now() + turnMs })
    if (!isDone) await wakeReconciliation(engine, key)
  })
  await engine.queues.eachMinute(`${queue}-left-behind`, () => resumeLeftBehind(engine))
  // An embedded engine has one process, so at its start nothing is at work.
  if (engine.isEmbedded) await resumeLeftBehind(engine, { reading: 0, working: 0 })
}

export const wakeReconciliation = ({ queues }: Engine, key: Key): Promise<void> =>
  queues.send(queue, key, { key: key.id })

/** Ends uploads whose process died, and wakes abandoned work. */
export async function resumeLeftBehind(engine: Engine, seconds = leftBehind): Promise<void> {
  const whereWithoutProgress = (longest: number) =>
    lt(reconciliations.movedAt, sql`now() - make_interval(secs => ${longest})`)
  const cut = await engine.db.transaction(async (tx) => {
    const ended = await tx
      .update(reconciliations)
      .set({ state: 'failed', failure: 'upload_cut', done: 0 })
      .where(and(eq(reconciliations.state, 'reading'), whereWithoutProgress(seconds.reading)))
      .returning({ shopId: reconciliations.shopId, id: reconciliations.id })
    for (const { shopId, id } of ended)
      await tx
        .delete(reconciliationRows)
        .where(and(eq(reconciliationRows.shopId, shopId), eq(reconciliationRows.reconciliationId, id)))
    return ended
  })
  for (const { shopId, id } of cut)
    await publishLiveEvent({ engine, shop: { id: shopId } }, { kind: 'reconciliation', id })
  const left = await engine.db
    .select({ shopId: reconciliations.shopId, id: reconciliations.id })
    .from(reconciliations)
    .where(
      and(
        inArray(reconciliations.state, ['matching', 'recording', 'undoing']),
        whereWithoutProgress(seconds.working),
      ),
    )
  for (const key of left) await wakeReconciliation(engine, key)
}

/** The state of a run after its work failed; null if it is not at work. Rows already recorded or taken back stay so. */
function stateAfterFailure({ state, recordedAt }: ReconciliationRow): ReconciliationState | null {
  if (state === 'matching') return 'failed'
  if (state === 'recording') return 'matched'
  if (state === 'undoing') return recordedAt === null ? 'matched' : 'recorded'
  return null
}

/**
 * Works on a run until `until` (`performance.now()`). Each part is one database transaction, so an interrupted run
 * continues where it stopped.
 * @returns whether nothing is left to do
 */
export async function workOnReconciliation(
  engine: Engine,
  key: Key,
  { until }: { until: number },
): Promise<boolean> {
  const publish = () =>
    publishLiveEvent({ engine, shop: { id: key.shopId } }, { kind: 'reconciliation', id: key.id })
  for (;;) {
    const run = await loadRun(engine.db, key)
    const stateIfFailed = run && stateAfterFailure(run)
    if (!stateIfFailed) return true
    try {
      if (!(await engine.db.transaction((tx) => workOnce(tx, key, run.state)))) return true
    } catch (error) {
      // While the process ends, or the database is away, the work is left for later: `resumeLeftBehind` finds it.
      if (engine.ending.aborted || isStorageUnavailable(error)) throw error
      correlatedLog().error({ err: error, shop: key.shopId, reconciliation: key.id }, 'reconciliation failed')
      await engine.db
        .update(reconciliations)
        .set({ state: stateIfFailed, failure: 'internal', done: 0 })
        .where(and(whereRun(key), eq(reconciliations.state, run.state)))
    }
    await publish()
    if (performance.now() >= until) return false
  }
}

const whereRun = ({ shopId, id }: Key) => and(eq(reconciliations.shopId, shopId), eq(reconciliations.id, id))

async function loadRun(db: Database, key: Key): Promise<ReconciliationRow | null> {
  const [run] = await db.select().from(reconciliations).where(whereRun(key))
  return run ?? null
}

/** Does one part of the work. Returns false if the shop is being deleted, so that nothing is left to do. */
async function workOnce(tx: Database, key: Key, state: ReconciliationState): Promise<boolean> {
  if (state !== 'matching') {
    await lockMatching(tx, key.shopId)
    await lockLedger(tx, key.shopId)
  }
  // Read after the lock. While this waited, the shop's mode may have changed, and the recount for the new mode may have
  // passed what is recorded here.
  const shop = await loadShop(tx, key.shopId)
  if (!shop) return false
  // Of two processes the second waits here, and then continues where the first stopped.
  const [run] = await tx
    .select()
    .from(reconciliations)
    .where(and(whereRun(key), eq(reconciliations.state, state)))
    .for('update')
  if (!run) return true
  const work = { matching: matchNext, recording: recordNext, undoing: undoNext }[state as 'matching']
  const set: Partial<ReconciliationRow> = await work(tx, shop, run)
  await tx
    .update(reconciliations)
    .set({ ...set, movedAt: sql`now()` })
    .where(whereRun(key))
  return true
}

/** Transactions per database transaction. */
const batchRows = 200

/**
 * Takes back the next transactions that only this run's statement reported, and returns what to store about the run.
 * Those that a notification has confirmed since stay. Requires the matching and the ledger lock.
 */
async function undoNext(
  tx: Database,
  shop: LedgerShop,
  run: ReconciliationRow,
): Promise<Partial<ReconciliationRow>> {
  const rows = await tx
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shop.id), eq(transactionStates.reconciliationId, run.id)))
    .limit(batchRows)
  if (rows.length === 0) return endUndoing(tx, shop, run)
  const uids = rows.map(({ uid }) => uid)
  const withdrawn = await withdrawTransactions(tx, shop, uids)
  const recorded = await recordTransactions(tx, shop, await reportedOf(tx, shop.id, uids))
  await settle(tx, shop.id, [...withdrawn, ...recorded])
  // Refunds may have their links from a withdrawn payment. They get those that they would get if they arrived now.
  await settleFollowed(tx, shop, await follow(tx, shop.id, uids, { hasLost: true }))
  return { done: run.done + rows.length }
}

async function endUndoing(tx: Database, shop: LedgerShop, run: ReconciliationRow) {
  await recordActivity(
    tx,
    { shop, actor: run.undoneBy === null ? null : { userId: run.undoneBy } },
    { action: 'reconciliation.undone', subject: run.id, detail: { payments: run.done } },
  )
  return { state: 'undone' as const, done: 0, undoneAt: new Date() }
}
