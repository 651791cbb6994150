import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { authenticityGrades, type NotificationDetail } from '../../schema'
import { judgeSoon } from '../../../alerts/server/judge'
import type { Database } from '../../../db/database'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { lockMatching } from '../../../customers/server/merging/link'
import { lockLedger } from '../../../payments/server/ledger/ledger'
import { notificationDeliveries, notifications, type NotificationRow } from '../tables'
import { gradeOf, judgeSignature, networkOf, readPublicKey } from '../receiving/authenticity'
import { lockNotification } from '../linking/links'
import { announce } from './process'
import { workOut } from './work-out'
import { readNotificationDetail } from '../reading/read'
import { originalOf } from '../redaction/original'

/**
 * Processes a stored notification as if it arrived now, and records who asked. Judges its signature and network by the
 * shop's current key and networks. Counts nothing twice, and does not bring back a removed card. All in one
 * transaction: otherwise the sweep could process it meanwhile as if it were new, or retention remove its body.
 * @throws AppError `not_found`; `conflict` if its body was removed or is being anonymised.
 */
export async function replayNotification(context: ActorContext, id: string): Promise<NotificationDetail> {
  const { engine, shop, actor } = context
  const done = await engine.db.transaction(async (tx) => {
    await lockMatching(tx, shop.id)
    await lockLedger(tx, shop.id)
    const row = await lockNotification(tx, shop.id, id)
    if (row.payloadRemovedAt !== null || row.anonymisationId !== null) throw new AppError('conflict')
    await tx.insert(notificationDeliveries).values({
      shopId: shop.id,
      notificationId: row.id,
      id: uuidv7(),
      at: new Date(),
      replayedBy: actor.userId,
    })
    await tx
      .update(notifications)
      .set({ processedAt: null, ...(await judgedAnew(tx, context, row)) })
      .where(and(eq(notifications.shopId, shop.id), eq(notifications.id, row.id)))
    await recordActivity(tx, context, { action: 'notification.replayed', subject: row.id })
    const hasBeenBelieved = row.processedAt !== null && row.authenticity !== 'unverified'
    return workOut(tx, context, [row.id], { isCardKept: !hasBeenBelieved })
  })
  await announce(context, done)
  judgeSoon(context)
  return readNotificationDetail(context, id)
}

/**
 * Returns the new verdicts. Evidence only improves, and not if the same body is already stored with it. Credentials are
 * not stored, so their verdict stays.
 */
async function judgedAnew(
  tx: Database,
  context: ActorContext,
  row: NotificationRow,
): Promise<Partial<Pick<NotificationRow, 'signature' | 'network' | 'authenticity'>>> {
  const { shop } = context
  const body = originalOf(context, row)
  const network = row.sourceAddress ? networkOf(row.sourceAddress, shop.networks) : row.network
  const contentSignature = row.headers['content-signature'] ?? null
  // A signature is not stored longer than the original, so its verdict stays.
  const signature =
    body && contentSignature !== null
      ? judgeSignature({ body, contentSignature }, readPublicKey(shop.publicKey))
      : row.signature
  const verdicts = { signature, network, credentials: row.credentials }
  const authenticity = gradeOf(verdicts, shop)
  if (authenticity === row.authenticity) return { signature, network }
  const { rows } = await tx.execute(sql`SELECT 1 FROM notifications WHERE shop_id = ${shop.id}
    AND fingerprint = ${row.fingerprint} AND authenticity = ${authenticity} AND hook = ${row.hook} LIMIT 1`)
  const isBetter = authenticityGrades.indexOf(authenticity) > authenticityGrades.indexOf(row.authenticity)
  return { signature, network, ...(isBetter && rows.length === 0 ? { authenticity } : {}) }
}
