import 'server-only'
import type { Engine } from '../db/engine'
import { forgetOldAccess } from './activity/access'
import { startAlerts } from './alerts/start'
import { customerMirror } from './customers/mirror'
import { startRetention } from './customers/retention-run'
import { startWordSweeps } from './customers/sweep-words'
import { forgetOldForwards } from './forwarding/forget-old'
import { startForwarding } from './forwarding/start'
import { forgetOldKeys } from './idempotency-keys'
import { correlatedLog } from './log'
import { syncWhileIdle } from './mirror/keep-fresh'
import { processLeftBehind } from './notifications/process'
import { finishBlankings } from './notifications/blanking'
import { startNotificationRetention } from './notifications/retention-run'
import { maskEarlierNotifications } from './notifications/mask-earlier'
import { addEarlierTerms } from './notifications/earlier-terms'
import { keyOldNotifications } from './notifications/unkeyed'
import { startCounting } from './payments/earlier'
import { forgetOldTasks } from './tasks/left-behind'
import { startTasks } from './tasks/start'
import { productMirror } from './products/mirror'
import { forgetOldHookKeys } from './shops/hook-key'
import { loadShop } from './shops/load'
import { shops } from './tables/shops'
import { forgetOldFailures } from './users/attempts'
import { forgetEndedSessions } from './users/end-session'
import { forgetOldInvitations } from './users/invitations'
import { forgetSessionUses } from './users/session-use'

/** Registers the back office's recurring work; with several instances, each round runs on one of them. */
export async function startBackground(engine: Engine): Promise<void> {
  const { jobs, db } = engine
  await jobs.define<{ olderThanMinutes?: number }>('notifications.left-behind', ({ olderThanMinutes }) =>
    processLeftBehind({ engine, log: correlatedLog() }, olderThanMinutes),
  )
  await jobs.schedule('notifications.left-behind', '* * * * *')
  await jobs.define('notifications.unkeyed', () => keyOldNotifications({ engine, log: correlatedLog() }))
  await jobs.schedule('notifications.unkeyed', '* * * * *')
  await jobs.define('notifications.mask', () => maskEarlierNotifications(engine))
  await jobs.schedule('notifications.mask', '* * * * *')
  await jobs.define('notifications.terms', () => addEarlierTerms(engine))
  await jobs.schedule('notifications.terms', '* * * * *')
  await jobs.define('notifications.blank', () => finishBlankings({ engine }))
  await jobs.schedule('notifications.blank', '* * * * *')
  // An embedded engine has one process, so unprocessed notifications at its start were left behind.
  if (engine.embedded) await jobs.send('notifications.left-behind', { olderThanMinutes: 0 })
  await jobs.define<{ shopId: string }>('mirrors.sync', ({ shopId }) => syncIdleShop(engine, shopId))
  await jobs.define('mirrors.sync-all', async () => {
    const all = await db.select({ id: shops.id }).from(shops)
    for (const { id } of all) await jobs.send('mirrors.sync', { shopId: id }, { key: id })
  })
  await jobs.schedule('mirrors.sync-all', '*/15 * * * *')
  await startCounting(engine)
  await startTasks(engine)
  await startForwarding(engine)
  await startRetention(engine)
  await startNotificationRetention(engine)
  await startWordSweeps(engine)
  await startAlerts(engine)
  await jobs.define('housekeeping', async () => {
    await forgetOldKeys(db)
    await forgetOldFailures(db)
    await forgetOldAccess(db)
    await forgetEndedSessions(db)
    await forgetSessionUses(db)
    await forgetOldInvitations(db)
    await forgetOldTasks(engine)
    await forgetOldHookKeys(db)
    await forgetOldForwards(db)
  })
  await jobs.schedule('housekeeping', '17 * * * *')
}

/** Syncs the mirrors of a shop that has no visitors. */
async function syncIdleShop(engine: Engine, shopId: string): Promise<void> {
  const shop = await loadShop(engine.db, shopId)
  if (!shop) return
  const context = { engine, shop, log: correlatedLog(), actor: null }
  await syncWhileIdle(context, productMirror)
  await syncWhileIdle(context, customerMirror)
}
