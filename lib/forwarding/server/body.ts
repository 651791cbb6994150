import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { readNotification } from '../../gateway/notification'
import { shownBody } from '../../notifications/server/blanking'
import { maskText } from '../../notifications/server/mask'
import { maskedText } from '../../notifications/server/masked-text'
import { blankings, notifications } from '../../notifications/server/tables'

type Row = typeof notifications.$inferSelect

/** What a message says of a notification beside its payload. */
type Said = Pick<
  Row,
  | 'id' | 'receivedAt' | 'hook' | 'kind' | 'authenticity' | 'status' | 'type' | 'uid' | 'message' | 'amount' | 'currency'
  | 'description' | 'trackingId' | 'test' | 'productId' | 'checkoutId' | 'hasCardNumber' | 'payloadRemovedAt'
> // prettier-ignore

/**
 * The body of a message about a notification, as JSON text: what is known of it, and the gateway's own body as it is
 * stored (card numbers and card tokens are dots). `payload` is null where that is no JSON, or was removed as old; what is
 * text but no JSON is `raw`.
 */
export function messageBody(row: Said, body: Buffer): string {
  const content = row.payloadRemovedAt === null ? readNotification(body) : null
  const text = body.toString('utf8')
  // As it came, but for a mark at its beginning: whoever reads it may know larger numbers than we do.
  const json = text.replace(/^\uFEFF/, '')
  const payload = content && 'json' in content ? maskedText(json, { personal: true }) : 'null'
  const isText = content?.kind === 'unreadable' && content.reason === 'not_json'
  const said = JSON.stringify({
    type: `notification.${row.kind ?? 'unknown'}`,
    timestamp: row.receivedAt.toISOString(),
    data: {
      id: row.id,
      received_at: row.receivedAt.toISOString(),
      hook: row.hook,
      kind: row.kind ?? 'unknown',
      authenticity: row.authenticity,
      status: row.status,
      type: row.type,
      uid: row.uid,
      message: row.message,
      amount: row.amount,
      currency: row.currency,
      description: row.description,
      tracking_id: row.trackingId,
      test: row.test,
      product_id: row.productId,
      checkout_id: row.checkoutId,
      has_card_number: row.hasCardNumber,
      ...(isText ? { raw: maskText(text) } : {}),
    },
  })
  return `${said.slice(0, -'}}'.length)},"payload":${payload}}}`
}

/** The same of a stored notification, without who was blanked in it; null where there is none. */
export async function bodyOf(db: Database, shopId: string, notificationId: string): Promise<string | null> {
  const [found] = await db
    .select({ row: notifications, names: blankings.names })
    .from(notifications)
    .leftJoin(
      blankings,
      and(eq(blankings.shopId, notifications.shopId), eq(blankings.id, notifications.blankingId)),
    )
    .where(and(eq(notifications.shopId, shopId), eq(notifications.id, notificationId)))
  return found ? messageBody(found.row, shownBody(found.row.body, found.names)) : null
}
