import 'server-only'
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Shop, ActorContext } from '../../core/server/context'
import { publishLiveEvent } from '../../core/server/live'
import { correlatedLog } from '../../core/server/log/log'
import { reachOf } from '../../core/server/sending/outgoing'
import { failedAttempt, noAnswer, type SentAttempt } from '../../core/server/sending/attempt'
import { type MailMessage, mailTo } from '../../core/server/sending/mail'
import { loadShop } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import type { Engine } from '../../db/engine'
import type { AlertAttempt, AlertChannel, AlertTestResult } from '../schema'
import { incrementCounter } from '../../core/server/accounts/sign-in-limits'
import { recordActivity } from '../../core/server/activity/record'
import { AppError } from '../../core/server/errors'
import { channelsOf, sendChat } from './channels'
import { queueLateRecipients, startLateRecipients } from './late-recipients'
import { judgeShop, judgeInstallation } from './judge'
import { alertsQueue, whereOf, whereNotArchived } from './list'
import { messageOf, testMessage } from './messages'
import { alertMessages, alerts } from './tables'
import { lockAlert, tellEndLate, writeMessages } from './tell'
import { secondsFromNow, whereDue } from '../../core/server/sql'

/** Time limit in ms for sending one message to a chat. Lease of a message in seconds. */
const timeLimitMs = 20_000
const leaseSeconds = 60

/** Messages per run, and how many are sent at once. Low enough for the queue's time limit, even if no server answers. */
const batch = 40
const atOnce = 4

/** Wait before the first retry, in seconds. It doubles up to the longest. All attempts take about 22 hours. */
const firstWaitSeconds = 60
const longestWaitSeconds = 2 * 3600
const maxAttempts = 18

/** Allows a minute more than the longest wait: in a long transaction, `now()` is when it began. */
const whereAttemptDue = whereDue(alertMessages.nextAttemptAt, longestWaitSeconds + 60)

type Message = Pick<
  typeof alertMessages.$inferSelect,
  'shopId' | 'id' | 'alertId' | 'channel' | 'occasion' | 'attempts'
>

/**
 * Sends the due messages. Delivery is at least once: a message is sent again if the process exits before storing the
 * result. Starts no more messages once the process is shutting down.
 */
export async function deliverMessages(engine: Engine): Promise<void> {
  const due = await engine.db
    .select({ shopId: alertMessages.shopId, id: alertMessages.id })
    .from(alertMessages)
    .where(and(whereAttemptDue, whereNotArchived(alertMessages)))
    .orderBy(asc(alertMessages.nextAttemptAt))
    .limit(batch)
  const work = async () => {
    for (let next = due.shift(); next && !engine.ending.aborted; next = due.shift())
      await deliver(engine, next)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

type Which = Pick<Message, 'shopId' | 'id'>
const whereMessage = ({ shopId, id }: Which) => and(whereOf(alertMessages, shopId), eq(alertMessages.id, id))

async function deliver(engine: Engine, which: Which): Promise<void> {
  const { db } = engine
  const [message] = await db
    .update(alertMessages)
    .set({ attempts: sql`${alertMessages.attempts} + 1`, nextAttemptAt: secondsFromNow(leaseSeconds) })
    .where(and(whereMessage(which), whereAttemptDue))
    .returning()
  if (!message) return
  const { shopId } = message
  const shop = shopId === null ? null : await loadShop(db, shopId)
  const [alert] = await db
    .select()
    .from(alerts)
    .where(and(whereOf(alerts, shopId), eq(alerts.id, message.alertId)))
  if (!alert || (shop === null && shopId !== null)) return
  const text = () => messageOf(shop, alert, message.occasion)
  const attempt = await sendThrough({ engine, shop }, message.channel, text)
  const isOff = (await channelsOf(engine, shopId))[message.channel] === null
  await queueLateRecipients(engine, message, attempt)
  await note(engine, message, { attempt, isOff })
  if (shop) await publishLiveEvent({ engine, shop }, { kind: 'alert' })
}

type From = { engine: Engine; shop: Pick<Shop, 'id' | 'mode'> | null }

/** Sends through the channel as it is set up now. Never rejects, because an error must not hold up other messages. */
const sendThrough = (from: From, channel: AlertChannel, message: () => MailMessage): Promise<SentAttempt> =>
  send(from, channel, message).catch(failedAttempt)

async function send(
  { engine, shop }: From,
  channel: AlertChannel,
  message: () => MailMessage,
): Promise<SentAttempt> {
  const { mail, chat } = await channelsOf(engine, shop?.id ?? null)
  const { subject, text } = message()
  if (channel === 'mail' && mail) return mailTo(engine, mail.recipients, { subject, text })
  if (channel === 'chat' && chat && shop) {
    const rules = { ...(await reachOf(engine, shop)), timeLimitMs }
    return sendChat({ kind: chat.kind, url: chat.url() }, text, rules)
  }
  return { outcome: 'not_set_up', status: null, ...noAnswer }
}

type Tried = {
  attempt: AlertAttempt
  /** The channel is off or has no recipients or address. False if only the installation's mail server is missing. */
  isOff: boolean
}

/** Stores an attempt's result. It was the last one after a success, after `maxAttempts`, or if the channel is off. */
async function note({ db }: Engine, message: Message, { attempt, isOff }: Tried): Promise<void> {
  const isDelivered = attempt.outcome === 'delivered' || attempt.outcome === 'partly'
  const wait = Math.min(firstWaitSeconds * 2 ** (message.attempts - 1), longestWaitSeconds)
  // Limits attempts, not time: time also passes while the application is stopped or the shop is archived.
  const isLast = isDelivered || isOff || message.attempts >= maxAttempts
  await db.transaction(async (tx) => {
    const alert = isDelivered ? await lockAlert(tx, message) : undefined
    await tx
      .update(alertMessages)
      .set({
        lastOutcome: attempt.outcome,
        lastStatus: attempt.status,
        lastAnswer: attempt.answer,
        deliveredAt: isDelivered ? sql`now()` : null,
        // Stays null if the alert was closed during the attempt (tell.ts).
        nextAttemptAt: isLast
          ? null
          : sql`CASE WHEN ${alertMessages.nextAttemptAt} IS NOT NULL THEN ${secondsFromNow(wait)} END`,
      })
      // If this process was suspended, another may have delivered the message: a late failure must not undo that.
      .where(and(whereMessage(message), isDelivered ? undefined : isNull(alertMessages.deliveredAt)))
    if (alert) await tellEndLate(tx, alert, message.channel)
  })
}

const keptDays = 90

/**
 * Registers the work in the queues. Every minute: judges each shop and the installation, and sends due messages.
 * `runAlertsSoon` sends messages at once.
 */
export async function startAlerts({ queues, ...rest }: Engine): Promise<void> {
  const engine = { queues, ...rest }
  await startLateRecipients(engine)
  await queues.define(alertsQueue, async () => {
    await writeMessages(engine)
    await deliverMessages(engine)
  })
  await queues.eachMinute(`${alertsQueue}-minute`, async () => {
    await judgeAll(engine)
    await forgetOld(engine)
    await queues.send(alertsQueue, {}, { key: alertsQueue })
  })
}

/** An error in one shop must not stop the others. */
async function judgeAll(engine: Engine): Promise<void> {
  await judgeInstallation(engine).catch((error: unknown) =>
    correlatedLog().error({ err: error }, 'alerts of the installation not judged'),
  )
  for (const { id } of await engine.db.select({ id: shops.id }).from(shops).where(isNull(shops.archivedAt))) {
    await judgeShop(engine, id).catch((error: unknown) =>
      correlatedLog().error({ err: error, shop: id }, 'alerts not judged'),
    )
  }
}

async function forgetOld({ db }: Engine): Promise<void> {
  const long = sql`now() - make_interval(days => ${keptDays})`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      DELETE FROM alert_messages m USING alerts a
      WHERE a.shop_id IS NOT DISTINCT FROM m.shop_id AND a.id = m.alert_id AND a.closed_at < ${long}`)
    await tx.delete(alerts).where(lt(alerts.closedAt, long))
  })
}

/** Tests that one person may send for one shop per window (sign-in-limits.ts). Keeps people from relaying mail. */
const maxTests = 20

/**
 * Sends a test message through a channel now.
 * @throws AppError `too_many_attempts`
 */
export async function testChannel(
  context: ActorContext,
  { channel }: { channel: AlertChannel },
): Promise<AlertTestResult> {
  const { engine, shop, actor } = context
  const count = await incrementCounter(engine.db, `alert-test:${shop.id} ${actor.userId}`)
  if (count > maxTests) throw new AppError('too_many_attempts')
  const started = performance.now()
  const {
    answer: _,
    refusedForNow: _later,
    isRefusedForGood: _never,
    ...attempt
  } = await sendThrough(context, channel, () => testMessage(shop))
  const milliseconds = Math.round(performance.now() - started)
  const detail = { channel, outcome: attempt.outcome, status: attempt.status }
  await recordActivity(engine.db, context, { action: 'alerts.tested', detail })
  return { ...attempt, milliseconds }
}
