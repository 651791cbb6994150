import 'server-only'
import type { ShopContext } from '../context'
import { AppError } from '../errors'
import { lastSync, wantAnother, type LastSync } from './lease'
import type { Mirror } from './mirror'
import { syncMirror } from './sync'

/** While somebody looks, a mirror is at most this old. */
const staleAfterMs = 60_000
/** A gateway that just failed is not asked again by every look at a list. */
const pauseMs = 10_000
/** A mirror that nobody looked at for a while is brought up to date when its turn comes (background.ts). */
const idleStaleMs = 10 * 60_000

const isYounger = (date: Date | null, than: number) => date !== null && Date.now() - date.valueOf() < than

/** Older than who looks should see, and the gateway may be asked. */
const isStale = ({ syncedAt, failedAt }: LastSync): boolean =>
  !isYounger(syncedAt, staleAfterMs) && !isYounger(failedAt, pauseMs)

/** How fresh a mirror is, as its lists say it (`mirrorPage`, lib/core/list.ts). */
export const freshnessOf = (last: LastSync) => ({
  synced_at: last.syncedAt?.toISOString() ?? null,
  syncing: last.isRunning || isStale(last),
  refresh_failed_at: last.failedAt?.toISOString() ?? null,
})

/** Starts a sync where the mirror is stale; its outcome shows in the gateway's health and in live events. */
export function syncWhereStale<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  last: LastSync,
): void {
  if (isStale(last)) syncInBackground(context, mirror)
}

/**
 * Waits for a sync where the mirror is stale, for work that rests on it. Where the gateway does not answer, what is
 * known has to do.
 */
export async function freshen<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): Promise<void> {
  if (!isStale(await lastSync(context, mirror.resource))) return
  await syncMirror(context, mirror).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

/**
 * Whether the mirror holds all that was there at that moment, reading the list where it does not. False where somebody
 * else reads it now. @throws GatewayError where it could not be read.
 */
export async function holdsSince<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  since: Date,
): Promise<boolean> {
  const { syncedAt } = await lastSync(context, mirror.resource)
  if (syncedAt !== null && syncedAt >= since) return true
  return (await syncMirror(context, mirror)) === 'synced'
}

/** Whether the list was ever read to its end. */
export const wasEverRead = async (context: ShopContext, { resource }: Pick<Mirror<never>, 'resource'>) =>
  (await lastSync(context, resource)).syncedAt !== null

/** What a write does whose answer was lost, it does a little later; and a gateway that failed is left in peace. */
const settlingMs = 5_000

/** As {@link syncAfterNow}, after a write whose outcome is not known: by then, the list may tell what became of it. */
export const syncAfterUnconfirmed = <Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): void => void setTimeout(() => syncAfterNow(context, mirror), settlingMs).unref()

/** Starts a sync that begins after now, whoever runs it. */
export function syncAfterNow<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): void {
  wantAnother(context, mirror.resource)
    .then((isRunning) => {
      if (!isRunning) syncInBackground(context, mirror)
    })
    .catch((error: unknown) => context.log.error({ err: error }, 'no sync could be asked for'))
}

/** Brings a mirror up to date that nobody looks at. */
export async function syncWhileIdle<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): Promise<void> {
  const { syncedAt } = await lastSync(context, mirror.resource)
  if (isYounger(syncedAt, idleStaleMs)) return
  await runAndRepeat(context, mirror)
}

function syncInBackground<Reply extends { id: string }>(context: ShopContext, mirror: Mirror<Reply>): void {
  void runAndRepeat(context, mirror)
}

/** Never rejects. Once more where that was asked for while it ran. */
async function runAndRepeat<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
): Promise<void> {
  try {
    await syncNow(context, mirror)
  } catch (error) {
    if (error instanceof AppError) return // Logged by the call; the page shows how old the mirror is.
    context.log.error({ err: error, resource: mirror.resource }, 'sync failed')
  }
}

/** As {@link syncMirror}; where another sync was asked for meanwhile, that follows in the background. */
export const syncNow = <Reply extends { id: string }>(context: ShopContext, mirror: Mirror<Reply>) =>
  syncMirror(context, mirror, (isAnotherWanted) => {
    if (isAnotherWanted) syncInBackground(context, mirror)
  })
