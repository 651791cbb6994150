import 'server-only'
import { and, gt, isNull, lt, sql, isNotNull } from 'drizzle-orm'
import type { LiveEvent } from '../../core/events'
import { judgeSoon } from '../../alerts/server/judge'
import type { ShopContext, Shop } from '../../core/server/context'
import { holdMatching } from '../../customers/server/link'
import { wakeForwarding } from '../../forwarding/server/queue'
import { tellBrowsers } from '../../core/server/live'
import { refreshInBackground } from '../../products/server/read'
import { loadShop } from '../../core/server/shop/load'
import { notifications } from './tables'
import { workOut, type WorkedOut } from './work-out'
import type { Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import { correlatedLog } from '../../core/server/log'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../core/server/errors'

/**
 * Works out what a stored notification says, what it is about and whose it is (work-out.ts), and tells browsers. May run
 * again: it comes to the same. `how`: as {@link workOut} has it.
 */
export async function processNotification(
  context: ShopContext,
  id: string,
  how?: Parameters<typeof workOut>[3],
): Promise<void> {
  const done = await context.engine.db.transaction(async (tx) => {
    await holdMatching(tx, context.shop.id)
    return workOut(tx, context, id, how)
  })
  if (!done) return
  await announce(context, done)
  judgeSoon(context)
}

/** Tells browsers of what was worked out, once that is committed. */
export async function announce(context: ShopContext, done: WorkedOut): Promise<void> {
  const { id, payers, productId, checkoutId, cardTokenId, endpoints, followers } = done
  // A payment changes the stock; the gateway knows how much is left.
  if (productId) refreshInBackground(context, productId)
  const told: LiveEvent[] = [
    ...payers.map((payer) => ({ kind: 'customer' as const, id: payer })),
    ...(checkoutId ? [{ kind: 'checkout' as const, id: checkoutId }] : []),
    ...(cardTokenId ? [{ kind: 'card_token' as const, id: cardTokenId }] : []),
    ...[id, ...followers].map((one) => ({ kind: 'notification' as const, id: one })),
  ]
  await Promise.all(told.map((event) => tellBrowsers(context, event)))
  await wakeForwarding(context.engine.jobs, context.shop.id, endpoints)
}

/** Older than this, an unprocessed notification was cut off with its process. */
const leftBehindMinutes = 1

const sweepRows = 500

/** Processes what a crash or a failure left behind, each once; what fails again waits for the next round. */
export async function processLeftBehind(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  olderThanMinutes = leftBehindMinutes,
): Promise<void> {
  let after: string | null = null
  for (;;) {
    // IDs are made in the order of time, so that a round goes on behind what it has already tried.
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
      await calm()
      await processOne(context, row)
    }
    after = rows.at(-1)?.id ?? null
    if (rows.length < sweepRows) return
  }
}

/** One that cannot be processed must not keep those after it waiting. */
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

/** So many wait here; what is beyond is left to the sweep, which finds it in the database. */
const mostWaiting = 10_000

/** Few at a time: working out what arrived must not take the connections from what is still to be stored. */
const workers = 2

type Queue = { engine: Engine; waiting: Map<string, Shop>; running: number }
const queue = singleton<Queue>('notification-queue')

/**
 * Works out what a stored notification means, after it was answered. Waits in memory: what is cut off with
 * the process, fails, or is left when the engine closes, is picked up by the sweep (`processLeftBehind`).
 */
export function processLater(engine: Engine, shop: Shop, id: string): void {
  if (queue.peek()?.engine !== engine) queue.set({ engine, waiting: new Map(), running: 0 })
  const mine = queue.get()
  if (mine.waiting.size >= mostWaiting) return
  mine.waiting.set(id, shop)
  if (mine.running < workers) void work(mine)
}

async function work(mine: Queue): Promise<void> {
  const { engine, waiting } = mine
  mine.running += 1
  for (const [id, shop] of waiting) {
    waiting.delete(id)
    await calm()
    if (engine.ending.aborted) return
    const log = correlatedLog()
    await processNotification({ engine, shop, log, actor: null }, id).catch((error: unknown) => {
      if (engine.ending.aborted) return
      log.error({ err: error, shop: shop.id, notification: id }, 'notification not processed')
    })
  }
  mine.running -= 1
}

/** Bodies that are being read or wait for the disk: so much memory, and so many, may they take in all. */
const limits = { bytes: 64 * 1024 * 1024, bodies: 4_000 }

/** When whoever is turned away may come again, in seconds. */
export const comeAgainSeconds = 5

type Waiting = { bytes: number; bodies: number }
const waiting = singleton<Waiting>('notifications-waiting')

export type Room = {
  /** Takes as much for what has come of the body. @throws AppError `storage_unavailable` where there is no more. */
  grow: (bytes: number) => void
  /** Gives back what it took; once is enough. */
  leave: () => void
}

/**
 * Room for a body while it is read and stored: what a disk that is slower than those who post cannot take is turned away
 * before it fills the memory, and is posted again. It takes as much as has come, whatever was announced.
 * @throws AppError `storage_unavailable` where there is none.
 */
export function openRoom(): Room {
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

/** So long does work that can wait for it wait for a moment in which nothing is being stored, in ms; a part of it at a time. */
const patience = { most: 500, step: 10 }

/**
 * Waits for a moment in which nothing is being stored: what is already kept must not take the disk and the connections
 * from what is not. Under load that does not end, not for ever.
 */
async function calm(): Promise<void> {
  const until = performance.now() + patience.most
  while ((waiting.peek()?.bodies ?? 0) > 0 && performance.now() < until) await sleep(patience.step)
}

const pageRows = 500

/**
 * Works out by what notifications of an earlier release name their payers, and whose they are. Here and not when the
 * tables are changed, so that nobody waits for millions of them. One that fails waits for the next round.
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
          await holdMatching(tx, shopId)
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
