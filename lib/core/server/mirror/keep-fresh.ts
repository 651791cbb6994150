import 'server-only'
import { onPrimary } from '../read-replica'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { loadShop } from '../shop/load'
import { lastSync, requestAnotherSync, type LastSync } from './lease'
import type { Mirror } from './mirror'
import { syncMirror } from './sync'

/** Maximum age of a mirror in use. */
const staleAfterMs = 60_000
/** After a failure, the gateway is not asked again for this time, however many lists are opened. */
const pauseMs = 10_000
/** A mirror that is not in use is synced when older than this (background.ts). */
const idleStaleMs = 10 * 60_000

/** Whether a time is less than `than` ms ago. A time that is further ahead than that was stored before the clock was put back. */
const isYoungerThan = (date: Date | null, than: number) =>
  date !== null && Math.abs(Date.now() - date.valueOf()) < than

/** Whether the last sync began after `since`. One that lies far ahead was stored before the clock was put back: false. */
const isSyncedSince = (syncedAt: Date | null, since: Date): boolean =>
  syncedAt !== null && syncedAt >= since && syncedAt.valueOf() < Date.now() + staleAfterMs

/** Whether the mirror is too old to show and the gateway may be asked. */
const isStale = ({ syncedAt, failedAt, isArchived }: LastSync): boolean =>
  !isArchived && !isYoungerThan(syncedAt, staleAfterMs) && !isYoungerThan(failedAt, pauseMs)

/** Returns a mirror's freshness as its lists report it (`mirrorPage`, lib/core/lists/list.ts). */
export const freshnessOf = (last: LastSync) => ({
  synced_at: last.syncedAt?.toISOString() ?? null,
  syncing: last.isRunning || isStale(last),
  refresh_failed_at: last.isArchived ? null : (last.failedAt?.toISOString() ?? null),
})

/** Starts a sync if the mirror is stale. Its result shows in the gateway's health and in live events. */
export function syncIfStaleInBackground<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  last: LastSync,
): void {
  if (isStale(last)) syncInBackground(onPrimary(context), mirror)
}

/**
 * Syncs if the mirror is older than `since`, for work that relies on it. If the sync fails, the mirror does not change.
 * Returns false while another sync is running.
 */
export async function syncIfOlder<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  since: Date,
): Promise<boolean> {
  const { syncedAt, failedAt, isArchived } = await lastSync(context, mirror.resource)
  if (isArchived || isSyncedSince(syncedAt, since) || isYoungerThan(failedAt, pauseMs)) return true
  const outcome = await syncMirror(context, mirror).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return null
  })
  return outcome !== 'running_elsewhere'
}

/**
 * Returns whether the mirror holds everything that existed at `since`, syncing if needed. False if another sync is
 * running. @throws GatewayError if the list could not be read.
 */
export async function isCompleteSince<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  since: Date,
): Promise<boolean> {
  const { syncedAt } = await lastSync(context, mirror.resource)
  if (isSyncedSince(syncedAt, since)) return true
  return (await syncMirror(context, mirror)) === 'synced'
}

export const hasSynced = async (context: ShopContext, { resource }: Pick<Mirror<never>, 'resource'>) =>
  (await lastSync(context, resource)).syncedAt !== null

/** A write whose answer was lost may still take effect within this time. It also spares a failing gateway. */
const settlingMs = 5_000

/** Like {@link syncAfterNow}, but delayed, for a write whose result is unknown: by then the list may show it. */
export const syncAfterUnconfirmed = <Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): void => void setTimeout(() => syncAfterNow(context, mirror), settlingMs).unref()

/** Makes sure that a sync starts after this call, in this process or another. */
export function syncAfterNow<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): void {
  requestAnotherSync(context, mirror.resource)
    .then((isRunning) => {
      if (!isRunning) syncInBackground(context, mirror)
    })
    .catch((error: unknown) => context.log.error({ err: error }, 'no sync could be asked for'))
}

/** Syncs a mirror that is not in use, if it is older than `idleStaleMs`. */
export async function syncWhileIdle<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): Promise<void> {
  const { syncedAt } = await lastSync(context, mirror.resource)
  if (isYoungerThan(syncedAt, idleStaleMs)) return
  await runAndRepeat(context, mirror)
}

function syncInBackground<Reply extends { id: string }>(context: ShopContext, mirror: Mirror<Reply>): void {
  void runAndRepeat(context, mirror)
}

/** Syncs with the key in use, and once more if that was requested meanwhile. Never rejects. */
async function runAndRepeat<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): Promise<void> {
  try {
    const shop = await loadShop(context.engine.db, context.shop.id)
    if (shop && !shop.archivedAt) await syncNow({ ...context, shop }, mirror)
  } catch (error) {
    if (error instanceof AppError) return // Already logged by the call; the page shows the mirror's age.
    context.log.error({ err: error, resource: mirror.resource }, 'sync failed')
  }
}

/** Like {@link syncMirror}. If another sync was requested meanwhile, it follows in the background. */
export const syncNow = <Reply extends { id: string }>(context: ShopContext, mirror: Mirror<Reply>) =>
  syncMirror(context, mirror, (isAnotherWanted) => {
    if (isAnotherWanted) syncInBackground(context, mirror)
  })
