import 'server-only'
import { and, asc, eq, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { readNotification } from '../../../gateway/notifications/notification'
import { notifications } from '../../../notifications/server/tables'
import { mergeReported, stateOf, type ReportedState } from './transaction'

/** Returns what the processed notifications of these transactions report, each on its own. */
export async function reportedOf(
  tx: Database,
  shopId: string,
  uids: readonly string[],
): Promise<ReportedState[]> {
  if (uids.length === 0) return []
  const rows = await tx
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        inArray(notifications.uid, [...uids]),
        eq(notifications.kind, 'transaction'),
        eq(notifications.hook, 'notification'),
        ne(notifications.authenticity, 'unverified'),
        isNotNull(notifications.processedAt),
      ),
    )
    .orderBy(asc(notifications.id))
  return rows.flatMap((row) => stateOf(row, readNotification(row.body)) ?? [])
}

/**
 * Merges new reports into the known states. What a statement stated goes with it when a notification overrules it, so what
 * other notifications had reported of that transaction is merged again.
 */
export async function mergeAll(
  tx: Database,
  shopId: string,
  known: readonly ReportedState[],
  reported: readonly ReportedState[],
): Promise<ReportedState[]> {
  const states = new Map(known.map((state) => [state.uid, state]))
  const stated = new Set(known.flatMap(({ uid, authenticity }) => (authenticity === 'statement' ? uid : [])))
  const overruling = reported.flatMap(({ uid }) => (stated.has(uid) ? uid : []))
  for (const state of [...reported, ...(await reportedOf(tx, shopId, overruling))])
    states.set(state.uid, mergeReported(states.get(state.uid) ?? null, state))
  return [...states.values()]
}
