import 'server-only'
import type { NotificationDetail } from '../../schema'
import { readNotification } from '../../../gateway/notifications/notification'
import { recordActivity } from '../../../core/server/activity/record'
import { keepFromTransaction } from '../../../card-tokens/server/keep-notified'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import { lockNotification } from '../linking/links'
import { readNotificationDetail, broughtBy } from '../reading/read'

/**
 * Keeps the card of a successful payment for later ones without a request for that. The person who does so knows that
 * the customer agrees.
 * @throws AppError `not_found`; `conflict` if it brought no card that may be kept.
 */
export async function keepNotifiedCard(context: ActorContext, id: string): Promise<NotificationDetail> {
  const { engine, shop, actor } = context
  const cardTokenId = await engine.db.transaction(async (tx) => {
    const row = await lockNotification(tx, shop.id, id)
    const brought = broughtBy(context, row, readNotification(row.body))
    if (!brought) throw new AppError('conflict')
    const { checkoutId } = row
    const keptBy = actor.userId
    const kept = await keepFromTransaction(tx, context, {
      ...brought,
      notificationId: id,
      checkoutId,
      keptBy,
    })
    if (kept === null) throw new AppError('conflict')
    await recordActivity(tx, context, { action: 'card_token.kept', subject: kept })
    return kept
  })
  await publishLiveEvent(context, { kind: 'card_token', id: cardTokenId })
  return readNotificationDetail(context, id)
}
