import 'server-only'
import type { Engine } from '../db/engine'
import { forgetOldKeys } from './idempotency'
import { log } from './log'
import { processLeftBehind } from './notifications/process'
import { forgetEndedSessions } from './users/end-session'
import { forgetOldFailures } from './users/sign-in'

/** Registers the back office's recurring work; with several instances, each round runs on one of them. */
export async function startBackground(engine: Engine): Promise<void> {
  const { jobs, db } = engine
  await jobs.define<{ olderThanMinutes?: number }>('notifications.left-behind', ({ olderThanMinutes }) =>
    processLeftBehind({ engine, log: log() }, olderThanMinutes),
  )
  await jobs.schedule('notifications.left-behind', '* * * * *')
  // Nothing else runs on an embedded engine that starts, so what is there unprocessed was left behind.
  if (engine.embedded) await jobs.send('notifications.left-behind', { olderThanMinutes: 0 })
  await jobs.define('housekeeping', async () => {
    await forgetOldKeys(db)
    await forgetOldFailures(db)
    await forgetEndedSessions(db)
  })
  await jobs.schedule('housekeeping', '17 * * * *')
}
