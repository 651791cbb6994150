import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { publishLiveEvent } from '../../core/server/live'
import { isMailOver, mailRetries, type SentAttempt } from '../../core/server/sending/attempt'
import { mailTo } from '../../core/server/sending/mail'
import { loadShop } from '../../core/server/shop/load'
import type { Engine } from '../../db/engine'
import { channelsOf } from './channels'
import { whereOf } from './list'
import { messageOf } from './messages'
import { alertMessages, alerts } from './tables'

const queue = 'alerts.late-recipients'

/**
 * `id`: of the message. `isForAll`: it has then reached all its recipients, because the server refused none of them for
 * good. Absent: queued by an earlier release, and unknown.
 */
type Late = { shopId: string | null; id: string; recipients: string[]; isForAll?: boolean }

/** How long a server usually refuses a sender that it does not know. */
const firstWaitSeconds = 300

export const startLateRecipients = (engine: Engine): Promise<void> =>
  engine.queues.define<Late>(queue, (late) => mailLateRecipients(engine, late), { retries: mailRetries })

/** Queues a message for those of its recipients whom the server refused for now. The others have it. */
export async function queueLateRecipients(
  { queues }: Pick<Engine, 'queues'>,
  { shopId, id, isForAll = true }: Pick<Late, 'shopId' | 'id' | 'isForAll'>,
  { outcome, refusedForNow: recipients = [], isRefusedForGood = false }: SentAttempt,
): Promise<void> {
  if (outcome !== 'partly' || recipients.length === 0) return
  const late: Late = { shopId, id, recipients, isForAll: isForAll && !isRefusedForGood }
  await queues.send(queue, late, { afterSeconds: firstWaitSeconds })
}

/**
 * Mails a message to those who did not get it with the others, if they are still recipients. Not about an alert that ended
 * meanwhile: they are told of its end. Rejects unless the mail is over (sending/attempt.ts), so that it is tried again.
 */
export async function mailLateRecipients(
  engine: Engine,
  { shopId, id, recipients, isForAll = false }: Late,
): Promise<void> {
  const { db } = engine
  const shop = shopId === null ? null : await loadShop(db, shopId)
  const [found] = await db
    .select({ alert: alerts, occasion: alertMessages.occasion })
    .from(alertMessages)
    .innerJoin(
      alerts,
      and(
        eq(alerts.id, alertMessages.alertId),
        sql`${alerts.shopId} IS NOT DISTINCT FROM ${alertMessages.shopId}`,
      ),
    )
    .where(and(whereOf(alertMessages, shopId), eq(alertMessages.id, id)))
  if (!found || (shopId !== null && (!shop || shop.archivedAt))) return
  const { alert, occasion } = found
  if (alert.closedAt !== null && occasion !== 'over') return
  const { mail } = await channelsOf(engine, shopId)
  // The mail library returns domains in lower case.
  const late = new Set(recipients.map((one) => one.toLowerCase()))
  const left = mail?.recipients.filter((one) => late.has(one.toLowerCase())) ?? []
  if (left.length === 0) return
  const { subject, text } = messageOf(shop, alert, occasion)
  const attempt = await mailTo(engine, left, { subject, text })
  await queueLateRecipients(engine, { shopId, id, isForAll }, attempt)
  if (attempt.outcome !== 'partly' && !isMailOver(attempt))
    throw new Error(`an alert was not mailed to all: ${attempt.outcome}`)
  if (attempt.outcome !== 'delivered' || !isForAll) return
  await db
    .update(alertMessages)
    .set({ lastOutcome: 'delivered', lastStatus: attempt.status, lastAnswer: attempt.answer })
    .where(
      and(whereOf(alertMessages, shopId), eq(alertMessages.id, id), eq(alertMessages.lastOutcome, 'partly')),
    )
  if (shop) await publishLiveEvent({ engine, shop }, { kind: 'alert' })
}
