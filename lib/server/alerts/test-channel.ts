import 'server-only'
import type { AlertAttempt, AlertChannel } from '../../contracts/alert'
import { recordActivity } from '../activity/record'
import type { ActorContext } from '../context'
import { sendThrough } from './deliver'
import { testMessage } from './messages'

/** Sends a message through a channel as it is saved, at once and once; how that went. */
export async function testChannel(
  context: ActorContext,
  { channel }: { channel: AlertChannel },
): Promise<AlertAttempt> {
  const attempt = await sendThrough(context, channel, testMessage(context.shop))
  const detail = { channel, outcome: attempt.outcome, status: attempt.status }
  await recordActivity(context.engine.db, context, { action: 'alerts.tested', detail })
  // The other side's words may be of a service that only this server reaches.
  return { ...attempt, answer: null }
}
