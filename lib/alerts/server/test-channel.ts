import 'server-only'
import type { AlertChannel, AlertTestResult } from '../schema'
import { incrementCounter } from '../../core/server/accounts/sign-in-limits'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { sendThrough } from './deliver'
import { testMessage } from './messages'

/** Tests of one person for one shop, within the window of sign-in-limits.ts: an installation is no relay. */
const maxTests = 20

/** @throws AppError `too_many_attempts` */
export async function testChannel(
  context: ActorContext,
  { channel }: { channel: AlertChannel },
): Promise<AlertTestResult> {
  const { engine, shop, actor } = context
  const count = await incrementCounter(engine.db, `alert-test:${shop.id} ${actor.userId}`)
  if (count > maxTests) throw new AppError('too_many_attempts')
  const started = performance.now()
  const { answer: _, ...attempt } = await sendThrough(context, channel, testMessage(shop))
  const milliseconds = Math.round(performance.now() - started)
  const detail = { channel, outcome: attempt.outcome, status: attempt.status }
  await recordActivity(engine.db, context, { action: 'alerts.tested', detail })
  return { ...attempt, milliseconds }
}
