import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, getTableColumns, isNull, not, sql, type SQL, asc, gte, isNotNull, or } from 'drizzle-orm'
import { exactTotalLimit } from '../../core/lists/paging'
import type { ShopContext } from '../../core/server/context'
import { countLimit } from '../../core/server/lists/keyset'
import { isoText, recordset } from '../../core/server/sql'
import { searchText } from '../../core/server/search/fold'
import { shops } from '../../core/server/tables/shops'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { readNotification } from '../../gateway/notifications/notification'
import type { NotificationRetentionEffect, NotificationRetentionQuery } from '../settings'
import { anonymisedNotification, forgetOutsideAnswers } from './redaction/anonymise'
import { withoutSignature } from './redaction/fingerprint'
import { notifications, type NotificationRow } from './tables'

/** The queue. Its messages hold the shop's ID. */
export const notificationRetentionQueue = 'notifications.retention'

/** What is removed: the bodies, or the personal data in bodies and columns. */
type Removal = 'payloads' | 'personal'

const removedAt = {
  payloads: notifications.payloadRemovedAt,
  personal: notifications.personalRemovedAt,
} as const

/** A larger body is not a payment, and would take too long to anonymise. */
const largestAnonymised = 64 * 1024

// These keep their body: they are not processed, so no sum has them yet. People are removed from all but large ones.
const whereWaiting: Record<Removal, SQL> = {
  payloads: sql`${notifications.processedAt} IS NULL`,
  personal: sql`(${notifications.processedAt} IS NULL AND octet_length(${notifications.body}) > ${largestAnonymised})`,
}

const whereOld = (shopId: string, removal: Removal, months: number, now: Date): SQL =>
  and(
    eq(notifications.shopId, shopId),
    sql`${notifications.receivedAt} < ${beforeOf(months, now)}`,
    isNull(removedAt[removal]),
  ) as SQL

const whereDue = (...asked: Parameters<typeof whereOld>): SQL =>
  and(whereOld(...asked), not(whereWaiting[asked[1]])) as SQL
const whereKept = (...asked: Parameters<typeof whereOld>): SQL =>
  and(whereOld(...asked), whereWaiting[asked[1]]) as SQL

/** `months` calendar months before `now`, in UTC. */
const beforeOf = (months: number, now: Date): SQL =>
  sql`((${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - make_interval(months => ${months}::int)) AT TIME ZONE 'UTC')`

/**
 * Counts the notifications that these periods would affect now, and those whose bodies wait until they are processed, up to
 * the limit of exact totals.
 */
export async function notificationRetentionEffect(
  { engine, shop }: ShopContext,
  { payload_months: payload, personal_months: personal }: NotificationRetentionQuery,
): Promise<NotificationRetentionEffect> {
  const now = new Date()
  const due = (removal: Removal, months: number | undefined) =>
    months === undefined ? 0 : count(engine.db, whereDue(shop.id, removal, months, now))
  const [payloads, people] = [await due('payloads', payload), await due('personal', personal)]
  const waiting = await waitingOf(engine.db, shop.id, { payload, personal }, now)
  return {
    payloads: Math.min(payloads, exactTotalLimit),
    personal: Math.min(people, exactTotalLimit),
    waiting: Math.min(waiting, exactTotalLimit),
    exact: payloads <= exactTotalLimit && people <= exactTotalLimit,
  }
}

async function waitingOf(
  db: Database,
  shopId: string,
  { payload, personal }: Record<'payload' | 'personal', number | undefined>,
  now: Date,
): Promise<number> {
  const any = or(
    payload === undefined ? undefined : whereKept(shopId, 'payloads', payload, now),
    personal === undefined ? undefined : whereKept(shopId, 'personal', personal, now),
  )
  return any ? count(db, any) : 0
}

async function count(db: Database, where: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM ${notifications} WHERE ${where} LIMIT ${countLimit}) due`,
  )
  return rows[0]?.count ?? 0
}

/** Rows per transaction: few where the bodies, up to 1 MiB each, are read. */
const pageRows = { payloads: 500, personal: 50 } as const
/** Milliseconds per turn. */
const turnMs = 20_000
/** After each page, leaves the database to others for as long as the page took. */
const restShare = 1

/** Registers the nightly work of each shop that has a period, split into consecutive turns. */
export async function startNotificationRetention(engine: Engine): Promise<void> {
  const { queues, db } = engine
  await queues.define<{ shopId: string }>(notificationRetentionQueue, async ({ shopId }) => {
    const isDone = await retainNotifications(engine, shopId, { until: performance.now() + turnMs })
    if (!isDone) await queues.send(notificationRetentionQueue, { shopId }, { key: shopId })
  })
  await queues.define(`${notificationRetentionQueue}-all`, async () => {
    const all = await db
      .select({ id: shops.id })
      .from(shops)
      .where(or(isNotNull(shops.payloadMonths), isNotNull(shops.personalMonths)))
    for (const { id } of all) await queues.send(notificationRetentionQueue, { shopId: id }, { key: id })
  })
  await queues.nightly(`${notificationRetentionQueue}-all`, '41 2 * * *')
}

type Options = { now?: Date; until?: number }

/**
 * Removes what the shop's periods demand, oldest first, in pages, with pauses. Can be interrupted and resumed. What is
 * not processed yet waits for a later night.
 * @returns false if time was up (`until`, monotonic clock)
 */
export async function retainNotifications(
  engine: Engine,
  shopId: string,
  { now = new Date(), until = Number.POSITIVE_INFINITY }: Options = {},
): Promise<boolean> {
  // Personal data first: it is found in the body, while that exists.
  for (const removal of ['personal', 'payloads'] as const)
    for (let place: Place | null = { from: null, waiting: null }; ;) {
      const started = performance.now()
      place = await removePage(engine.db, { shopId, removal, now, place })
      if (place === null) break
      if (performance.now() > until) return false
      await sleep((performance.now() - started) * restShare)
    }
  return true
}

/**
 * `from`: when the next page of this run begins. `waiting`: the oldest that was not processed at any page of this run. The
 * next run begins there, as it may be processed by then.
 */
type Place = { from: Date | null; waiting: Date | null }

const settings = {
  payloads: {
    months: shops.payloadMonths,
    done: shops.payloadsRemovedBefore,
    column: 'payloadsRemovedBefore',
  },
  personal: {
    months: shops.personalMonths,
    done: shops.personalRemovedBefore,
    column: 'personalRemovedBefore',
  },
} as const

async function removePage(
  db: Database,
  { shopId, removal, now, place }: { shopId: string; removal: Removal; now: Date; place: Place },
): Promise<Place | null> {
  const { months: monthsOf, done, column } = settings[removal]
  return db.transaction(async (tx) => {
    const [shop] = await tx
      .select({ months: monthsOf, done })
      .from(shops)
      .where(eq(shops.id, shopId))
      // Storing a notification refers to the row and must not wait.
      .for('no key update')
    if (!shop || shop.months === null) return null
    // Before the page is read: what is processed meanwhile is in the page.
    const waiting = await oldestOf(tx, whereKept(shopId, removal, shop.months, now))
    const from = place.from ?? shop.done
    const where = and(
      whereDue(shopId, removal, shop.months, now),
      from ? gte(notifications.receivedAt, from) : undefined,
    ) as SQL
    const due = removal === 'payloads' ? await payloadsDue(tx, where, now) : await personsDue(tx, where, now)
    await update(tx, shopId, due)
    await forgetOutsideAnswers(
      tx,
      shopId,
      due.map(({ id }) => id),
    )
    const last = due.length < pageRows[removal] ? null : (due.at(-1)?.receivedAt ?? null)
    const through = last ? instant(last) : beforeOf(shop.months, now)
    const oldest = place.waiting && !(waiting && waiting < place.waiting) ? place.waiting : waiting
    await tx
      .update(shops)
      .set({ [column]: oldest ? sql`least(${through}, ${instant(oldest)})` : through })
      .where(eq(shops.id, shopId))
    return last && { from: last, waiting: oldest }
  })
}

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

async function oldestOf(tx: Database, where: SQL): Promise<Date | null> {
  // `OFFSET 0`: otherwise a planner may walk all of the shop's notifications in their order.
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    SELECT ${isoText(sql`min(at)`)} AS at
    FROM (SELECT received_at AS at FROM ${notifications} WHERE ${where} OFFSET 0) waiting`)
  return rows[0]?.at ? new Date(rows[0].at) : null
}

type Due = Pick<NotificationRow, 'id' | 'receivedAt'> & { change: Partial<NotificationRow> }

const oldestFirst = [asc(notifications.receivedAt), asc(notifications.id)]

/** Without the bodies, which are not needed to remove them. */
async function payloadsDue(tx: Database, where: SQL, now: Date): Promise<Due[]> {
  const { id, receivedAt, uid, description, trackingId } = notifications
  const rows = await tx
    .select({ id, receivedAt, uid, description, trackingId })
    .from(notifications)
    .where(where)
    .orderBy(...oldestFirst)
    .limit(pageRows.payloads)
    .for('update')
  return rows.map((row) => ({ ...row, change: withoutPayload(row, now) }))
}

async function personsDue(tx: Database, where: SQL, now: Date): Promise<Due[]> {
  const rows = await tx
    .select()
    .from(notifications)
    .where(where)
    .orderBy(...oldestFirst)
    .limit(pageRows.personal)
    .for('update')
  const changes = rows.map((row) => withoutPerson(row, now))
  // One statement changes all rows, so unchanged values of a row are written again.
  const columns = [...new Set(changes.flatMap((change) => Object.keys(change)))] as (keyof NotificationRow)[]
  return rows.map((row, at) => ({
    id: row.id,
    receivedAt: row.receivedAt,
    change: Object.fromEntries(columns.map((column) => [column, { ...row, ...changes[at] }[column]])),
  }))
}

async function update(tx: Database, shopId: string, due: readonly Due[]): Promise<void> {
  const [first] = due
  if (!first) return
  const all = getTableColumns(notifications)
  const sets = Object.keys(first.change).map((key) => {
    const name = sql.identifier(all[key as keyof NotificationRow].name)
    return sql`${name} = changed.${name}`
  })
  const rows = due.map(({ id, change }) => ({ id, ...change }))
  await tx.execute(sql`
    UPDATE ${notifications} SET ${sql.join(sets, sql`, `)} FROM ${recordset(notifications, rows)} changed
    WHERE ${notifications.shopId} = ${shopId} AND ${notifications.id} = changed.id`)
}

/** Keeps what lists show and what identifies the transaction. */
const withoutPayload = (
  { uid, description, trackingId }: Pick<NotificationRow, 'uid' | 'description' | 'trackingId'>,
  now: Date,
) => ({
  body: Buffer.alloc(0),
  headers: {},
  cardTokensSealed: null,
  search: searchText([uid, description, trackingId]),
  searchPersonal: searchText([]),
  searchTerms: [],
  payloadRemovedAt: now,
})

/**
 * Anonymises everyone it names (redaction/anonymise.ts). If the body is gone, unreadable or too large, removes all free
 * text.
 */
function withoutPerson(row: NotificationRow, now: Date): Partial<NotificationRow> {
  const { uid, payloadRemovedAt } = row
  const gone = {
    email: null,
    searchPersonal: searchText([]),
    searchTerms: [],
    cardTokensSealed: null,
    keys: [],
    personalRemovedAt: now,
  }
  const content = readNotification(row.body)
  if (content.kind !== 'unreadable' && row.body.length <= largestAnonymised)
    return { ...anonymisedNotification(content.json), ...gone, headers: withoutSignature(row.headers) }
  const written = { description: null, message: null, trackingId: null, search: searchText([uid]) }
  return {
    ...gone,
    ...written,
    body: Buffer.alloc(0),
    headers: {},
    payloadRemovedAt: payloadRemovedAt ?? now,
  }
}
