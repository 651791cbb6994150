import 'server-only'
import { and, desc, isNull, lt, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Shop, ShopContext } from '../../../core/server/context'
import { correlatedLog, log } from '../../../core/server/log/log'
import { loadShop } from '../../../core/server/shop/load'
import type { Engine } from '../../../db/engine'
import { singleton } from '../../../db/singleton'
import { processMany } from './process'
import { waitWhileStoring } from '../receiving/room'
import { notifications } from '../tables'

/**
 * Most notifications per transaction. New ones wait for the running transaction, so it must take well under a second.
 * The embedded database has one connection, for which pages and storing wait too.
 */
export const batchRowsOf = ({ isEmbedded }: Pick<Engine, 'isEmbedded'>): number => (isEmbedded ? 50 : 200)

/** Most notifications waiting in memory. The others are read from the database when those are done. */
const maxQueued = 10_000

/** Few, so that connections are left for storing. */
const workers = 2

type Waiting = { shop: Shop; ids: string[] }
type Queue = {
  engine: Engine
  byShop: Map<string, Waiting>
  size: number
  running: number
  /** Whether some that were stored did not fit, and whether a worker is processing them. */
  hasMore: boolean
  isCatchingUp: boolean
}
const queue = singleton<Queue>('notification-queue')

/**
 * Queues a stored notification for processing after its answer. Newest first, and shops in turn: a backlog does not
 * delay new ones. The queue is in memory. The sweep (`processLeftBehind`) picks up what fails or is lost, such as
 * everything that waits while the database is away.
 */
export function processLater(engine: Engine, shop: Shop, id: string): void {
  if (queue.peek()?.engine !== engine)
    queue.set({ engine, byShop: new Map(), size: 0, running: 0, hasMore: false, isCatchingUp: false })
  const mine = queue.get()
  if (mine.size >= maxQueued) {
    mine.hasMore = true
    return
  }
  const own = mine.byShop.get(shop.id)
  if (own) own.ids.push(id)
  else mine.byShop.set(shop.id, { shop, ids: [id] })
  mine.size += 1
  if (mine.running < workers) void work(mine)
}

/** Takes the newest one of the next shop. */
function takeNewest(mine: Queue): Waiting | null {
  const [turn] = mine.byShop.values()
  if (!turn) return null
  mine.byShop.delete(turn.shop.id)
  const ids = turn.ids.splice(-batchRowsOf(mine.engine))
  if (turn.ids.length > 0) mine.byShop.set(turn.shop.id, turn)
  mine.size -= ids.length
  return { shop: turn.shop, ids }
}

async function work(mine: Queue): Promise<void> {
  const { engine } = mine
  mine.running += 1
  try {
    for (;;) {
      for (let batch = takeNewest(mine); batch; batch = takeNewest(mine)) {
        await waitWhileStoring()
        if (engine.ending.aborted) return
        await processMany({ engine, shop: batch.shop, log: correlatedLog(), actor: null }, batch.ids)
      }
      if (!mine.hasMore || mine.isCatchingUp) return
      await catchUp(mine)
    }
  } catch (error) {
    // The database is away, so the others would fail too. The sweep finds them all.
    const waiting = mine.size
    mine.byShop.clear()
    mine.size = 0
    if (!engine.ending.aborted) log().error({ err: error, waiting }, 'notifications not processed')
  } finally {
    mine.running -= 1
  }
}

/** Processes what did not fit into memory. */
async function catchUp(mine: Queue): Promise<void> {
  const { engine } = mine
  mine.hasMore = false
  mine.isCatchingUp = true
  const ownLog = correlatedLog()
  try {
    await processLeftBehind({ engine, log: ownLog }, 0)
  } catch (error) {
    if (!engine.ending.aborted) ownLog.error({ err: error }, 'backlog of notifications not read')
  } finally {
    mine.isCatchingUp = false
  }
}

/** An unprocessed notification older than this was cut off with its process. */
const leftBehindMinutes = 1

const sweepRows = 500

/**
 * Processes what a crash, a failure or a full queue left behind, each once, newest first. Failures wait for the next
 * round.
 */
export async function processLeftBehind(
  context: Omit<ShopContext, 'shop' | 'actor'>,
  olderThanMinutes = leftBehindMinutes,
): Promise<void> {
  const { engine } = context
  const batchRows = batchRowsOf(engine)
  let before: string | null = null
  for (;;) {
    // IDs are ordered by time, so a round continues before what it has already tried.
    const rows: { shopId: string; id: string }[] = await engine.db
      .select({ shopId: notifications.shopId, id: notifications.id })
      .from(notifications)
      .where(
        and(
          isNull(notifications.processedAt),
          lt(notifications.receivedAt, sql`now() - make_interval(mins => ${olderThanMinutes})`),
          before === null ? undefined : lt(notifications.id, before),
        ),
      )
      .orderBy(desc(notifications.id))
      .limit(sweepRows)
    for (const shopId of new Set(rows.map((row) => row.shopId))) {
      const some = rows.filter((row) => row.shopId === shopId)
      const shop = await loadShop(engine.db, shopId)
      for (let at = 0; shop && at < some.length; at += batchRows) {
        await waitWhileStoring()
        await waitForNews()
        if (engine.ending.aborted) return
        await processMany(
          { ...context, shop, actor: null },
          some.slice(at, at + batchRows).map(({ id }) => id),
        )
      }
    }
    before = rows.at(-1)?.id ?? null
    if (rows.length < sweepRows) return
  }
}

/** How long the backlog lets new ones go first, and how often it checks, in ms. */
const patience = { most: 500, step: 10 }

async function waitForNews(): Promise<void> {
  const until = performance.now() + patience.most
  while ((queue.peek()?.size ?? 0) > 0 && performance.now() < until) await sleep(patience.step)
}
