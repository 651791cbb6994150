import 'server-only'
import { config } from '../core/server/config/config'
import type { Engine } from '../db/engine'
import { forgetOldActivity } from '../core/server/activity/forget'
import { startAnchors } from '../core/server/activity/anchor'
import { startSealing } from '../core/server/activity/seal'
import { startAlerts } from '../alerts/server/deliver'
import { maskEarlierHolders } from '../card-tokens/server/earlier'
import { checkoutImport } from '../checkouts/server/importing/import'
import { customerMirror } from '../customers/server/reading/mirror'
import { startRetention } from '../customers/server/anonymising/retention'
import { startWordSweeps } from '../customers/server/listing/sweep-words'
import { customerImport } from '../customers/server/importing/import'
import { forgetOldForwards } from '../forwarding/server/queue'
import { startForwarding } from '../forwarding/server/start'
import { forgetOldKeys } from '../core/server/route/idempotency-keys'
import { correlatedLog } from '../core/server/log/log'
import { releaseLeftBehind } from '../core/server/mirror/lease'
import { syncWhileIdle } from '../core/server/mirror/keep-fresh'
import { processLeftBehind } from '../notifications/server/interpreting/backlog'
import { keyOldNotifications } from '../notifications/server/interpreting/process'
import { finishAnonymisations } from '../notifications/server/redaction/anonymisations'
import { startNotificationRetention } from '../notifications/server/retention'
import { maskEarlierNotifications, searchEarlierNotifications } from '../notifications/server/earlier'
import { startCounting, startFilling } from '../payments/server/ledger/earlier'
import { startBackups } from '../operations/server/backups/run'
import { startReconciling } from '../payments/server/reconciliation/run'
import { forgetOldJobs, startJobs } from '../jobs/server/start'
import { importJob } from '../jobs/server/imports/plan'
import { jobKinds } from '../jobs/server/kinds'
import { productMirror } from '../products/server/mirror/mirror'
import { productJobs } from '../products/server/bulk/job-kinds'
import { forgetOldHookKeys, loadShop } from '../core/server/shop/load'
import { shops } from '../core/server/tables/shops'
import { recordLeftOut } from '../core/server/activity/access'
import { forgetOldFailures } from '../core/server/accounts/sign-in-limits'
import { forgetOldChallenges } from '../core/server/accounts/passkeys'
import { forgetOldTrust } from '../core/server/accounts/second-factor'
import { forgetOldSessions } from '../core/server/accounts/sessions'
import { forgetOldResets } from '../core/server/accounts/reset-links'
import { forgetOldEmailChanges } from '../account/server/email'
import { forgetOldPendingIdentities } from '../account/server/identities'
import { startResetMails } from '../account/server/reset-password'
import { startNotices } from '../core/server/accounts/notices'
import { forgetOldSecretKeys } from '../shops/server/connection/keys'
import { startRemoving, type SandboxRows } from '../shops/server/archive-and-delete'
import { forgetOldInvitations } from '../people/server/invitations'

/** Registers the back office's recurring work. Each run happens on one instance only. */
export async function startBackground(engine: Engine, sandboxRows: SandboxRows): Promise<void> {
  const { queues, db } = engine
  await queues.eachMinute<{ olderThanMinutes: number }>('notifications.left-behind', ({ olderThanMinutes }) =>
    processLeftBehind({ engine, log: correlatedLog() }, olderThanMinutes),
  )
  await queues.eachMinute('notifications.unkeyed', () =>
    keyOldNotifications({ engine, log: correlatedLog() }),
  )
  await queues.eachMinute('notifications.mask', () => maskEarlierNotifications(engine))
  await queues.eachMinute('notifications.terms', () => searchEarlierNotifications(engine))
  await queues.eachMinute('notifications.blank', () => finishAnonymisations({ engine }))
  // An embedded engine has one process, so every notification unprocessed at the start was left behind.
  if (engine.isEmbedded) await queues.send('notifications.left-behind', { olderThanMinutes: 0 })
  await releaseLeftBehind(engine)
  await queues.define<{ shopId: string }>('mirrors.sync', ({ shopId }) => syncIdleShop(engine, shopId))
  await queues.define('mirrors.sync-all', async () => {
    const all = await db.select({ id: shops.id }).from(shops)
    for (const { id } of all) await queues.send('mirrors.sync', { shopId: id }, { key: id })
  })
  await queues.schedule('mirrors.sync-all', '*/15 * * * *')
  startSealing(engine)
  await startAnchors(engine)
  await startCounting(engine)
  await startFilling(engine)
  await startReconciling(engine)
  await startBackups(engine)
  jobKinds.set({
    ...productJobs,
    'customers.import': importJob(customerImport),
    'checkouts.import': importJob(checkoutImport),
  })
  await startJobs(engine)
  await startForwarding(engine)
  await startRetention(engine)
  await startNotificationRetention(engine)
  await startWordSweeps(engine)
  await startAlerts(engine)
  await startRemoving(engine, sandboxRows)
  await startResetMails(engine)
  await startNotices(engine)
  await queues.define('housekeeping', () => keepHouse(engine))
  await queues.schedule('housekeeping', '17 * * * *')
}

/**
 * Deletes what is outdated, and what an earlier release should not have stored. Continues with the other parts if one fails.
 * @throws the first failure, which the queue counts
 */
async function keepHouse(engine: Engine): Promise<void> {
  const { db } = engine
  const parts = [
    () => forgetOldKeys(db),
    () => forgetOldFailures(db),
    () => recordLeftOut(db),
    () => forgetOldActivity(db),
    () => forgetOldSessions(db),
    () => forgetOldChallenges(db),
    () => forgetOldResets(db),
    () => forgetOldEmailChanges(db),
    () => forgetOldPendingIdentities(db),
    () => forgetOldTrust(db),
    () => forgetOldInvitations(db),
    () => forgetOldJobs(engine),
    () => forgetOldHookKeys(db),
    () => forgetOldSecretKeys(db),
    () => forgetOldForwards(db),
    () => maskEarlierHolders(db),
  ]
  const failures: unknown[] = []
  for (const part of parts)
    try {
      await part()
    } catch (error) {
      if (engine.ending.aborted) throw error
      failures.push(error)
      correlatedLog().error({ err: error }, 'a part of housekeeping failed')
    }
  if (failures.length > 0) throw failures[0]
}

async function syncIdleShop(engine: Engine, shopId: string): Promise<void> {
  const shop = await loadShop(engine.db, shopId)
  if (!shop || (shop.mode === 'sandbox' && config.get().sandbox === null)) return
  const context = { engine, shop, log: correlatedLog(), actor: null }
  await syncWhileIdle(context, productMirror)
  await syncWhileIdle(context, customerMirror)
}
