import 'server-only'
import type { Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import type { Shop } from '../../core/server/context'
import { correlatedLog } from '../../core/server/log'
import { processNotification } from './process'
import { calm } from './waiting'

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
