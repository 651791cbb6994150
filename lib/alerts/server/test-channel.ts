import 'server-only'
import type { AlertChannel, AlertTestResult } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { sendThrough } from './deliver'
import { testMessage } from './messages'

export async function testChannel(
  context: ActorContext,
  { channel }: { channel: AlertChannel },
): Promise<AlertTestResult> {
  const started = performance.now()
  const { answer: _, ...attempt } = await sendThrough(context, channel, testMessage(context.shop))
  const milliseconds = Math.round(performance.now() - started)
  const detail = { channel, outcome: attempt.outcome, status: attempt.status }
  await recordActivity(context.engine.db, context, { action: 'alerts.tested', detail })
  return { ...attempt, milliseconds }
}
