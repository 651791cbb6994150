import 'server-only'
import type { Engine } from '../../db/engine'
import { singleton } from '../../db/singleton'
import type { ShopContext } from '../../core/server/context'
import { tellBrowsers } from '../../core/server/live'
import { closePayments, judgePayments } from './judge-payments'
import { closeQuarantine, judgeQuarantine } from './judge-quarantine'
import { closeSilence, judgeSilence } from './judge-silence'
import { alertRulesOf, hurryAlerts } from './raise'

/**
 * Raises what there is to raise in a shop by its rules, closes what is over, and has both told. Again and again: it comes
 * to the same.
 */
export async function judgeShop(engine: Engine, shopId: string): Promise<void> {
  const { db } = engine
  const rules = await alertRulesOf(db, shopId)
  const { payment_failed: payments, no_notifications: silence, quarantine } = rules
  let changed = 0
  if (payments.enabled) changed += await judgePayments(engine, shopId, payments)
  if (quarantine.enabled) changed += await judgeQuarantine(db, shopId)
  // What is not watched for any more ends all the same.
  changed += await closePayments(db, shopId)
  changed += await closeQuarantine(db, shopId)
  changed += await closeSilence(db, shopId)
  if (silence.enabled) changed += await judgeSilence(db, shopId, silence)
  if (changed === 0) return
  await tellBrowsers({ engine, shop: { id: shopId } }, { kind: 'alert' })
  await hurryAlerts(engine.jobs)
}

/** Notifications that arrive within so many ms of each other are judged together. */
const togetherMs = 2000

type Waiting = { engine: Engine; shops: Set<string> }
const waiting = singleton<Waiting>('alerts-waiting')

/**
 * Has the shop judged, soon: called for each notification that was worked out, it costs nothing for all but the first of
 * some seconds. What is lost with the process is judged by the next minute's round (start.ts).
 */
export function judgeSoon({ engine, shop, log }: Pick<ShopContext, 'engine' | 'shop' | 'log'>): void {
  if (waiting.peek()?.engine !== engine) waiting.set({ engine, shops: new Set() })
  const { shops } = waiting.get()
  if (shops.has(shop.id)) return
  shops.add(shop.id)
  const judge = () => {
    shops.delete(shop.id)
    if (engine.ending.aborted) return
    judgeShop(engine, shop.id).catch((error: unknown) =>
      log.error({ err: error, shop: shop.id }, 'alerts not judged'),
    )
  }
  setTimeout(judge, togetherMs).unref()
}
