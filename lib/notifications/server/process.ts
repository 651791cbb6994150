import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, gt, isNull, lt, sql, isNotNull } from 'drizzle-orm'
import { judgeSoon } from '../../alerts/server/judge'
import type { LiveEvent } from '../../core/events'
import type { ShopContext, Shop } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { publishLiveEvent } from '../../core/server/live'
import { correlatedLog } from '../../core/server/log'
import { loadShop } from '../../core/server/shop/load'
import { lockMatching } from '../../customers/server/link'
import type { Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import { wakeForwarding } from '../../forwarding/server/queue'
import { refreshInBackground } from '../../products/server/read'
import { notifications } from './tables'
import { workOut, type WorkedOut } from './work-out'

/** Processes a stored notification (work-out.ts) and tells browsers. Repeatable. `how`: see {@link workOut}. */
export async function processNotification(
  context: ShopContext,
  id: string,
  how?: Parameters<typeof workOut>[3],
): Promise<void> {
  const done = await context.engine.db.transaction(async (tx) => {
    await lockMatching(tx, context.shop.id)
    return workOut(tx, context, id, how)
  })
  if (!done) return
  await announce(context, done)
  judgeSoon(context)
}

/** Tells browsers what was processed, and wakes forwarding. Call after the commit. */
export async function announce(context: ShopContext, done: WorkedOut): Promise<void> {
  const { id, payers, productId, checkoutId, cardTokenId, endpoints, followers } = done
  // A payment changes the stock, and only the gateway knows how much is left.
  if (productId) refreshInBackground(context, productId)
  const told: LiveEvent[] = [
    ...payers.map((payer) => ({ kind: 'customer' as const, id: payer })),
    ...(checkoutId ? [{ kind: 'checkout' as const, id: checkoutId }] : []),
    ...(cardTokenId ? [{ kind: 'card_token' as const, id: cardTokenId }] : []),
    ...[id, ...followers].map((one) => ({ kind: 'notification' as const, id: one })),
  ]
  await Promise.all(told.map((event) => publishLiveEvent(context, event)))
  await wakeForwarding(context.engine.jobs, context.shop.id, endpoints)
}

/** An unprocessed notification older than this was cut off with its process. */
const leftBehindMinutes = 1

const sweepRows = 500

/** Processes what a crash or a failure left behind, each once. Failures wait for the next round. */
export async function processLeftBehind(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  olderThanMinutes = leftBehindMinutes,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    // IDs are ordered by time, so a round goes on after what it has already tried.
    const rows: { shopId: string; id: string }[] = await context.engine.db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.processedAt),
          lt(notifications.receivedAt, sql`now() - make_interval(mins => ${olderThanMinutes})`),
          after === null ? undefined : gt(notifications.id, after),
        ),
      )
      .orderBy(notifications.id)
      .limit(sweepRows)
    for (const row of rows) {
      await waitWhileStoring()
      await processOne(context, row)
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < sweepRows) return
  }
}

/** Logs a failure, so that those after it do not wait. */
async function processOne(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  { shopId, id }: { shopId: string; id: string },
): Promise<void> {
  const shop = await loadShop(context.engine.db, shopId)
  if (!shop) return
  await processNotification({ ...context, shop, actor: null }, id).catch((error: unknown) =>
    context.log.error({ err: error, shop: shopId, notification: id }, 'notification not processed'),
  )
}

/** Most notifications waiting in memory. The sweep finds the others in the database. */
const maxQueued = 10_000

/** Few, so that processing does not take the connections from storing. */
const workers = 2

type Queue = { engine: Engine; waiting: Map<string, Shop>; running: number }
const queue = singleton<Queue>('notification-queue')

/**
 * Queues a stored notification for processing after its answer. The queue is in memory. The sweep (`processLeftBehind`)
 * picks up what fails or is lost.
 */
export function processLater(engine: Engine, shop: Shop, id: string): void {
  if (queue.peek()?.engine !== engine) queue.set({ engine, waiting: new Map(), running: 0 })
  const mine = queue.get()
  if (mine.waiting.size >= maxQueued) return
  mine.waiting.set(id, shop)
  if (mine.running < workers) void work(mine)
}

async function work(mine: Queue): Promise<void> {
  const { engine, waiting } = mine
  mine.running += 1
  for (const [id, shop] of waiting) {
    waiting.delete(id)
    await waitWhileStoring()
    if (engine.ending.aborted) return
    const log = correlatedLog()
    await processNotification({ engine, shop, log, actor: null }, id).catch((error: unknown) => {
      if (engine.ending.aborted) return
      log.error({ err: error, shop: shop.id, notification: id }, 'notification not processed')
    })
  }
  mine.running -= 1
}

/** Limits of all bodies together that are being read or wait for the disk. */
const limits = { bytes: 64 * 1024 * 1024, bodies: 4_000 }

/** Seconds after which a rejected sender may come again. */
export const comeAgainSeconds = 5

type Waiting = { bytes: number; bodies: number }
const waiting = singleton<Waiting>('notifications-waiting')

export type Reservation = {
  /**
   * Reserves this much more.
   * @throws AppError `storage_unavailable` if there is no more room.
   */
  grow: (bytes: number) => void
  /** Gives back all that was reserved. Further calls do nothing. */
  leave: () => void
}

/**
 * Reserves memory for a body while it is read and stored. If the disk is slower than the senders, they are turned away
 * before memory is full. Counts bytes that arrived, not those announced.
 * @throws AppError `storage_unavailable` if there is no room.
 */
export function reserveMemory(): Reservation {
  const all = waiting.peek() ?? { bytes: 0, bodies: 0 }
  waiting.set(all)
  let mine = 0
  let isOpen = true
  const refuse = () => {
    throw new AppError('storage_unavailable', { retryAfterSeconds: comeAgainSeconds })
  }
  if (all.bodies >= limits.bodies || all.bytes >= limits.bytes) refuse()
  all.bodies += 1
  return {
    grow: (bytes) => {
      if (all.bytes + bytes > limits.bytes) refuse()
      all.bytes += bytes
      mine += bytes
    },
    leave: () => {
      if (!isOpen) return
      isOpen = false
      all.bytes -= mine
      all.bodies -= 1
    },
  }
}

/** How long such work waits while something is being stored, and how often it checks, in ms. */
const patience = { most: 500, step: 10 }

/**
 * Waits until nothing is being stored, which needs the disk and the connections first. At most `patience.most`, because
 * load may not end.
 */
async function waitWhileStoring(): Promise<void> {
  const until = performance.now() + patience.most
  while ((waiting.peek()?.bodies ?? 0) > 0 && performance.now() < until) await sleep(patience.step)
}

const pageRows = 500

/**
 * Extracts the keys of an earlier release's notifications and finds their customers. Not in a migration, where
 * everybody would wait for millions of rows. Failures wait for the next round.
 */
export async function keyOldNotifications({
  engine,
  log,
}: Pick<ShopContext, 'engine' | 'log'>): Promise<void> {
  const { db } = engine
  let after: string | null = null
  for (;;) {
    const rows: { shopId: string; id: string }[] = await db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.keys),
          isNotNull(notifications.processedAt),
          after === null ? undefined : gt(notifications.id, after),
        ),
      )
      .orderBy(notifications.id)
      .limit(pageRows)
    for (const { shopId, id } of rows)
      await db
        .transaction(async (tx) => {
          await lockMatching(tx, shopId)
          const shop = await loadShop(tx, shopId)
          if (shop) await workOut(tx, { engine, shop }, id)
        })
        .catch((error: unknown) =>
          log.error(
            { err: error, shop: shopId, notification: id },
            'notification of an earlier release not keyed',
          ),
        )
    after = rows.at(-1)?.id ?? null
    if (rows.length < pageRows) return
  }
}
