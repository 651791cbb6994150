import 'server-only'
import { and, eq, getTableColumns } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import type { NotificationDetail } from '../schema'
import { may } from '../../core/permissions'
import { readNotification, type NotificationContent } from '../../gateway/notification'
import type { ActorContext } from '../../core/server/context'
import { shownTo } from '../../core/server/search/contacts-in-text'
import { AppError } from '../../core/server/errors'
import { notifications } from './tables'
import { byteOf, textOfBytes } from './bytes-text'
import { itemColumns, toItem, type WorkedOut, workedOutColumns } from './item'
import { maskPayload, maskText } from './mask'
import { maskedText } from './masked-text'
import { readCard } from './read-card'
import { readLinks } from './read-links'
import { deliveriesOf, parentOf, previousOf, transactionOf } from './read-transaction'
import { shownRow } from './shown'

async function workedOutOf({ engine, shop }: ActorContext, id: string): Promise<WorkedOut> {
  const [found] = await engine.db
    .select(workedOutColumns)
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), eq(notifications.id, id)))
  return found ?? { amountsDiffer: false, difference: null }
}

/**
 * A notification with its payload, what it is about and what else is known of its transaction, as its reader may see
 * it. Asked for by a further delivery, it is the one that came first. @throws AppError `not_found`.
 */
export async function readNotificationDetail(context: ActorContext, id: string): Promise<NotificationDetail> {
  const row = await loadNotification(context, id)
  const content = readNotification(row.body)
  const personal = may(context.actor.role, 'personal_data.read')
  const isGone = row.payloadRemovedAt !== null
  const isReadable = content.kind !== 'unreadable'
  const payload = isReadable ? maskPayload(content.json, { personal }) : null
  const deliveries = await deliveriesOf(context, row)
  return {
    ...toItem({ ...row, ...(await workedOutOf(context, row.id)) }, context.actor.role),
    ...shownTo(context.actor.role, { message: row.message }),
    three_d_secure_status: threeDSecureOf(content),
    signature: row.signature,
    credentials: row.credentials,
    network: row.network,
    source_address: row.sourceAddress || null,
    last_received_at: deliveries.reduce(
      (last, { at }) => (at > last ? at : last),
      row.lastReceivedAt.toISOString(),
    ),
    deliveries,
    headers: row.headers,
    body_size: row.body.length,
    sha256: row.hasCardNumber ? null : row.fingerprint.toString('hex'),
    payload,
    raw: isGone ? null : rawText(row.body, content, personal),
    unreadable_reason: isGone || isReadable ? null : content.reason,
    payload_removed: isGone,
    ...(await readLinks(context, row)),
    ...(await readCard(context, row, content)),
    answer: shownTo(context.actor.role, row.answer),
    previous: await previousOf(context, row),
    parent: await parentOf(context, row),
    transaction: await transactionOf(context, row),
  }
}

/** A notification as it may be shown but for masking; of a further delivery, the one that came first. */
export async function loadNotification(context: ActorContext, id: string) {
  const found = await load(context, id)
  const stored = found.duplicateOf === null ? found : await load(context, found.duplicateOf)
  return { ...(await shownRow(context, stored)), deliveryCount: stored.deliveryCount }
}

async function load({ engine, shop }: ActorContext, id: string) {
  if (!isUuid(id)) throw new AppError('not_found')
  const [found] = await engine.db
    .select({ ...getTableColumns(notifications), deliveryCount: itemColumns.deliveryCount })
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), eq(notifications.id, id)))
  if (!found) throw new AppError('not_found')
  return found
}

const threeDSecureOf = (content: NotificationContent): string | null =>
  (content.kind === 'transaction' ? content.transaction.three_d_secure_verification?.status : null) ?? null

/** The body as it came, as text, without what its reader may not see. In what is no JSON nobody can tell what is personal. */
export function rawText(body: Buffer, content: NotificationContent, personal: boolean): string | null {
  if (content.kind !== 'unreadable') return maskedText(body.toString('utf8'), { personal })
  if (!personal) return null
  return content.reason === 'not_utf8'
    ? withWrittenBytes(maskText(textOfBytes(body)))
    : maskText(body.toString('utf8'))
}

/** What is no text stands as `\x80` to `\xff`. */
const withWrittenBytes = (text: string): string =>
  text.replaceAll(/[\udc80-\udcff]/gu, (half) => String.raw`\x${byteOf(half).toString(16)}`)
