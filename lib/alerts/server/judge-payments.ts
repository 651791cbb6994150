import 'server-only'
import { and, desc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import { isoText } from '../../core/server/sql'
import {
  outcomeOf,
  roleOf,
  type TransactionOutcome,
  transactionStatuses,
  transactionTypes,
} from '../../payments/state'
import type { AlertRules } from '../schema'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { alerts } from './tables'
import { raiseAlert } from './list'

/** How failed attempts are grouped into one purchase, most reliable first. */
type GroupKeyKind = 'tracking_id' | 'payment_token' | 'product'

type Group = {
  by: GroupKeyKind
  /** Contains an e-mail address for `product`. */
  key: string
  /** `at`: by the gateway's clock. `received_at`: by ours. */
  tries: { id: string; at: string; received_at: string; amount: number | null; currency: string | null }[]
}

/** Maximum number of purchases judged in one run. If more fail at once, they have one common cause. */
const maxGroups = 100

/** SQL: the group keys of notification `n`. */
const keys = sql`LATERAL (VALUES ('tracking_id', n.tracking_id), ('payment_token', n.payment_token),
  ('product', n.product_id || ' ' || lower(n.email))) AS k (by, key)`

const textsIn = (texts: readonly string[]): SQL =>
  sql.raw(`IN (${texts.map((text) => `'${text}'`).join(', ')})`)
const attemptTypes = transactionTypes.filter((type) => ['payment', 'authorization'].includes(roleOf(type)))
const statusOf = (outcome: TransactionOutcome): SQL =>
  sql`s.status ${textsIn(transactionStatuses.filter((status) => outcomeOf(status) === outcome))}`

/**
 * SQL: payments in the ledger (lib/payments/server/ledger/ledger.ts) as `s`, with the notification `n` that counts for each.
 */
const paymentStates = sql`transaction_states s JOIN notifications n
  ON n.shop_id = s.shop_id AND n.uid = s.uid AND n.id = s.notification_id
  AND coalesce(s.type, 'payment') ${textsIn(attemptTypes)}`

/** How far the gateway's clock may be behind ours, in minutes. */
const slowClockMinutes = 10

/**
 * Raises an alert for each purchase that failed too often and has not succeeded since. Counts attempts within `minutes`
 * before the last one, by the gateway's clock: an older decline does not count, even if its notification arrives now.
 * If attempts share several keys, only the most reliable key counts. Returns the number raised.
 */
export async function judgePayments(
  { db, sealer }: Pick<Engine, 'db' | 'sealer'>,
  shopId: string,
  { tries, minutes }: AlertRules['payment_failed'],
): Promise<number> {
  let raised = 0
  const judged = new Set<string>()
  for (const group of await failingGroups(db, shopId, { tries, minutes })) {
    const [last] = group.tries
    if (!last || judged.has(last.id)) continue
    judged.add(last.id)
    // A keyed hash, because the key may be personal data. The same purchase always has the same hash.
    const mark = sealer.mark(group.key, `shop:${shopId}:alert`).toString('hex').slice(0, 32)
    const subject = `${group.by}:${mark}`
    if (await isKnown(db, shopId, { subject, group, tries })) continue
    if (await hasSucceeded(db, shopId, group)) continue
    const detail = {
      tries: group.tries.length,
      minutes,
      amount: last.amount,
      currency: last.currency,
      notification_id: last.id,
      last_at: last.at,
    }
    if (await raiseAlert(db, shopId, { kind: 'payment_failed', subject, detail })) raised += 1
  }
  return raised
}

async function failingGroups(
  db: Database,
  shopId: string,
  { tries, minutes }: { tries: number; minutes: number },
): Promise<Group[]> {
  const within = sql`make_interval(mins => ${minutes})`
  const { rows } = await db.execute<Group>(sql`
    SELECT by, key, json_agg(json_build_object('id', id, 'amount', amount, 'currency', currency,
      'at', ${isoText(sql`at`)}, 'received_at', ${isoText(sql`received_at`)}) ORDER BY at DESC, id DESC) AS tries
    FROM (
      SELECT k.by, k.key, n.id, n.amount, n.currency, s.at, n.received_at, max(s.at) OVER (PARTITION BY k.by, k.key) AS last
      FROM ${paymentStates}, ${keys}
      WHERE s.shop_id = ${shopId} AND ${statusOf('declined')} AND k.key IS NOT NULL
        AND n.received_at >= now() - ${within} AND s.at >= now() - ${within} - make_interval(mins => ${slowClockMinutes})
    ) tried WHERE at >= last - ${within}
    GROUP BY by, key HAVING count(*) >= ${tries}
    ORDER BY array_position(ARRAY['tracking_id', 'payment_token', 'product'], by), max(at) DESC
    LIMIT ${maxGroups}`)
  return rows
}

/**
 * Returns whether no new alert is needed: one about this purchase is open (under any key), or one was closed and fewer
 * than `tries` attempts failed since. Updates the details of an open one.
 */
async function isKnown(
  db: Database,
  shopId: string,
  { subject, group, tries }: { subject: string; group: Group; tries: number },
): Promise<boolean> {
  const ids = group.tries.map(({ id }) => id)
  const [earlier] = await db
    .select({ id: alerts.id, closedAt: alerts.closedAt, subject: alerts.subject })
    .from(alerts)
    .where(
      and(
        eq(alerts.shopId, shopId),
        eq(alerts.kind, 'payment_failed'),
        or(
          and(eq(alerts.subject, subject), gt(alerts.closedAt, earliest(group, 'received_at'))),
          and(
            isNull(alerts.closedAt),
            or(
              eq(alerts.subject, subject),
              sql`${alerts.detail} ->> 'notification_id' = ANY(${sql.param(ids)}::text[])`,
            ),
          ),
        ),
      ),
    )
    .orderBy(sql`${alerts.closedAt} IS NOT NULL`, desc(alerts.closedAt))
    .limit(1)
  if (!earlier) return false
  const { closedAt } = earlier
  if (closedAt) return group.tries.filter((one) => new Date(one.received_at) > closedAt).length < tries
  if (earlier.subject === subject) await updateAlert(db, shopId, { id: earlier.id, group })
  return true
}

const earliest = ({ tries }: Group, time: 'at' | 'received_at'): Date =>
  new Date(Math.min(...tries.map((one) => Date.parse(one[time]))))

async function updateAlert(db: Database, shopId: string, { id, group }: { id: string; group: Group }) {
  const [last] = group.tries
  const more = { notification_id: last?.id, last_at: last?.at, tries: group.tries.length }
  await db
    .update(alerts)
    .set({
      detail: sql`${alerts.detail} || jsonb_build_object('tries',
        greatest((${alerts.detail} ->> 'tries')::int, ${more.tries}::int),
        'notification_id', ${more.notification_id}::text, 'last_at', ${more.last_at}::text)`,
    })
    .where(and(eq(alerts.shopId, shopId), eq(alerts.id, id)))
}

/**
 * Returns whether the purchase succeeded since its first failed attempt. Also compares `received_at`, which has an index:
 * a notification is never received before its payment.
 */
async function hasSucceeded(db: Database, shopId: string, group: Group): Promise<boolean> {
  const since = sql`${earliest(group, 'at').toISOString()}::timestamptz`
  const { rows } = await db.execute(sql`
    SELECT 1 FROM ${paymentStates}, ${keys}
    WHERE s.shop_id = ${shopId} AND ${statusOf('succeeded')}
      AND s.at >= ${since} AND n.received_at >= ${since}
      AND k.by = ${group.by} AND k.key = ${group.key} LIMIT 1`)
  return rows.length > 0
}

/** How many hours back to look for notifications of a successful payment. Earlier runs have handled older ones. */
const lookBackHours = 2

/**
 * Closes alerts about purchases that succeeded since (`over`), or had no attempt for a day (`quiet`, without a message).
 * Returns the number closed.
 */
export async function closePayments(db: Database, shopId: string): Promise<number> {
  const whereOpen = sql`a.shop_id = ${shopId} AND a.kind = 'payment_failed' AND a.closed_at IS NULL`
  const { rowCount: over } = await db.execute(sql`
    UPDATE alerts a SET closed_at = now(), closed_how = 'over' WHERE ${whereOpen} AND EXISTS (
      SELECT 1 FROM notifications f, ${paymentStates}
      WHERE f.shop_id = a.shop_id AND f.id = (a.detail ->> 'notification_id')::uuid
        AND s.shop_id = f.shop_id AND ${statusOf('succeeded')}
        AND n.received_at >= greatest(a.opened_at - interval '1 minute', now() - make_interval(hours => ${lookBackHours}))
        AND s.at >= (a.detail ->> 'last_at')::timestamptz - make_interval(mins => (a.detail ->> 'minutes')::int)
        AND CASE split_part(a.subject, ':', 1) WHEN 'tracking_id' THEN n.tracking_id = f.tracking_id
          WHEN 'payment_token' THEN n.payment_token = f.payment_token
          ELSE n.product_id = f.product_id AND lower(n.email) = lower(f.email) END)`)
  const { rowCount: quiet } = await db.execute(sql`
    UPDATE alerts a SET closed_at = now(), closed_how = 'quiet'
    WHERE ${whereOpen} AND (a.detail ->> 'last_at')::timestamptz < now() - interval '1 day'`)
  return (over ?? 0) + (quiet ?? 0)
}
