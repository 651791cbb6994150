import 'server-only'
import type { RevealedNotification } from '../schema'
import { readNotification } from '../../gateway/notification'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { maskPayload } from './mask'
import { loadNotification, rawText } from './read'

/**
 * What a notification says of people, unmasked, whoever asks. It is recorded who did, not what they saw. Cards stay
 * masked. @throws AppError `not_found`.
 */
export async function revealNotification(context: ActorContext, id: string): Promise<RevealedNotification> {
  const row = await loadNotification(context, id)
  await recordActivity(context.engine.db, context, { action: 'notification.revealed', subject: row.id })
  const content = readNotification(row.body)
  const payload = content.kind === 'unreadable' ? null : maskPayload(content.json, { personal: true })
  return {
    email: row.email,
    description: row.description,
    tracking_id: row.trackingId,
    message: row.message,
    payload,
    raw: row.payloadRemovedAt === null ? rawText(row.body, content, true) : null,
  }
}
