import 'server-only'
import type { Engine } from '../db/engine'
import { forgetOldKeys } from './idempotency'
import { log } from './log'
import { processLeftBehind } from './notifications/process'
import { forgetOldFailures } from './users/sign-in'

/** Registers the back office's recurring work; with several instances, each round runs on one of them. */
export async function startBackground(engine: Engine): Promise<void> {
  const { jobs, db } = engine
  await jobs.define('notifications.left-behind', () => processLeftBehind({ engine, log: log() }))
  await jobs.schedule('notifications.left-behind', '* * * * *')
  await jobs.define('housekeeping', async () => {
    await forgetOldKeys(db)
    await forgetOldFailures(db)
  })
  await jobs.schedule('housekeeping', '17 * * * *')
}
