import 'server-only'
import { and, eq } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { NotificationDetail } from '../../contracts/notification'
import { may } from '../../contracts/permissions'
import { readNotification, type NotificationContent } from '../../gateway/notification'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { findProduct } from '../products/load'
import { blankings, notifications } from '../tables/notifications'
import { shownBody } from './blanking'
import { toItem } from './item'
import { maskPayload, maskText } from './mask'

/** A notification with its payload, as its reader may see it. @throws AppError `not_found`. */
export async function readNotificationDetail(context: ActorContext, id: string): Promise<NotificationDetail> {
  if (!isUuid(id)) throw new AppError('not_found')
  const [found] = await context.engine.db
    .select({ row: notifications, names: blankings.names })
    .from(notifications)
    .leftJoin(
      blankings,
      and(eq(blankings.shopId, notifications.shopId), eq(blankings.id, notifications.blankingId)),
    )
    .where(and(eq(notifications.shopId, context.shop.id), eq(notifications.id, id)))
  if (!found) throw new AppError('not_found')
  const row = { ...found.row, body: shownBody(found.row.body, found.names) }

  const content = readNotification(row.body)
  const personal = may(context.actor.role, 'personal_data.read')
  const payload = content.kind === 'unreadable' ? null : maskPayload(content.json, { personal })
  const threeDSecure =
    content.kind === 'transaction' ? content.transaction.three_d_secure_verification?.status : null
  const product = row.productId ? await findProduct(context, row.productId) : null
  return {
    ...toItem(row, context.actor.role),
    message: row.message,
    three_d_secure_status: threeDSecure ?? null,
    product_name: product?.name ?? null,
    signature: row.signature,
    credentials: row.credentials,
    delivery_count: row.deliveryCount,
    last_received_at: row.lastReceivedAt.toISOString(),
    headers: row.headers,
    body_size: row.body.length,
    payload,
    raw: rawText(row.body, content, payload, personal),
    unreadable_reason: content.kind === 'unreadable' ? content.reason : null,
  }
}

/**
 * The body as it came, as text. Where something had to be masked, or where reading it lost something (of two
 * fields of one name the first, which might be a secret), the masked payload printed anew; a body that is no
 * JSON cannot be masked by field, so digits that could be a card number are.
 */
function rawText(
  body: Buffer,
  content: NotificationContent,
  payload: unknown,
  personal: boolean,
): string | null {
  const text = body.toString('utf8')
  if (content.kind !== 'unreadable')
    return payload === content.json && isAllThereIs(content.json, text)
      ? text
      : JSON.stringify(payload, null, 2)
  return personal && content.reason !== 'not_utf8' ? maskText(text) : null
}

/** Whether `json` says all that `text` does: written out, it is the same but for the space between. */
const isAllThereIs = (json: unknown, text: string): boolean =>
  JSON.stringify(json) === text.replace(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1')
