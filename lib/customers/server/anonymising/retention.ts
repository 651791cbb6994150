import 'server-only'
import { eq, sql, type SQL, isNotNull } from 'drizzle-orm'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { countLimit, totalOf } from '../../../core/server/lists/keyset'
import { correlatedLog } from '../../../core/server/log/log'
import { loadShopRow, updateShop, withLockedShop } from '../../../core/server/shop/change'
import { loadShop } from '../../../core/server/shop/load'
import { shops } from '../../../core/server/tables/shops'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { isOutstanding, workOutSome } from '../../../notifications/server/interpreting/outstanding'
import type { Retention, RetentionChange, RetentionEffect } from '../../retention'
import { anonymiseMerged, publishAnonymised } from './anonymise'
import { samePersonOf } from '../merging/duplicates'
import { joinPayers, statedPayments } from '../reading/transactions'

const retentionQueue = 'customers.retention'

export async function readRetention({ engine, shop }: ShopContext): Promise<Retention> {
  const { retentionMonths: months, version } = await loadShopRow(engine.db, shop.id)
  return { months, version }
}

/** Customers per statement of a count. Limited, so that other queries can run in between. */
const pageRows = 2000

/** Counts the customers that would be anonymised now (lib/customers/retention.ts). */
export async function retentionEffectOf(
  { engine, shop }: ShopContext,
  months: number,
  now = new Date(),
): Promise<RetentionEffect> {
  const period = { shopId: shop.id, months, now }
  let due = 0
  let after: Place | null = null
  while (due < countLimit) {
    const page = await nextCandidates(engine.db, period, after, pageRows)
    due += page.filter((one) => one.isDue).length
    after = page.at(-1) ?? null
    if (page.length < pageRows) break
  }
  return totalOf(Math.min(due, countLimit))
}

/**
 * Changes the setting. If it is enabled, the caller passes the number of customers that the person was shown
 * (`expected`), and the first round starts at once.
 * @throws AppError `conflict` if more customers are due by now (`current` is their number), or after another change
 */
export async function changeRetention(context: ActorContext, change: RetentionChange): Promise<Retention> {
  const { engine, shop } = context
  const months = change.enabled ? change.months : null
  if (change.enabled) {
    const effect = await retentionEffectOf(context, change.months)
    if (effect.total > change.expected) throw new AppError('conflict', { current: effect })
  }
  const { version } = await withLockedShop(
    context,
    { version: change.version, describe: (row) => ({ months: row.retentionMonths }) },
    async (tx, row) => {
      const before = row.retentionMonths
      if (before === months) return row
      const after = await updateShop(tx, row, { retentionMonths: months })
      await recordActivity(tx, context, { action: 'retention.changed', detail: { before, after: months } })
      return after
    },
  )
  if (months !== null) await engine.queues.send(retentionQueue, { shopId: shop.id }, { key: shop.id })
  return { months, version }
}

async function retentionMonths(db: Database, shopId: string): Promise<number | null> {
  const [row] = await db.select({ months: shops.retentionMonths }).from(shops).where(eq(shops.id, shopId))
  return row?.months ?? null
}

type Period = { shopId: string; months: number; now: Date }

/** Keyset of a page: the creation time as the database prints it, and the customer's ID. */
type Place = { created: string; id: string }

type Candidate = Place & { isDue: boolean }

/**
 * Returns the next customers created before the period, oldest first, and whether each is due: neither they nor their
 * duplicates were active within the period (`whereActive`). Duplicates count, because anonymising a customer also removes
 * what the duplicates' payments say about the person.
 */
const nextCandidates = (db: Database, period: Period, after: Place | null, limit: number) =>
  candidates(db, period, {
    among: after ? sql`(${created}, c.id) > (${after.created}::timestamptz, ${after.id}::text)` : sql`true`,
    limit,
  })

async function isDue(db: Database, period: Period, id: string): Promise<boolean> {
  const [candidate] = await candidates(db, period, { among: sql`c.id = ${id}`, limit: 1 })
  return candidate?.isDue ?? false
}

const created = sql`coalesce(c.created_at, c.first_seen_at)`

const sinceOf = ({ months, now }: Period): SQL =>
  sql`((${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - make_interval(months => ${months}::int)) AT TIME ZONE 'UTC')`

/**
 * SQL: whether something happened to customer `c` since then: created here, notification of any outcome, checkout, payment
 * in a statement, note, stored card, or an entry of the activity other than a reveal. Unprocessed notifications have no
 * links yet, so their keys are compared.
 */
const whereActive = (shopId: string, since: SQL): SQL => sql`(coalesce(c.submitted_at >= ${since}, false)
  OR EXISTS (SELECT 1 FROM customer_links l
    WHERE l.shop_id = ${shopId} AND l.customer_id = c.id AND l.at >= ${since})
  OR EXISTS (SELECT 1 FROM checkouts k
    WHERE k.shop_id = ${shopId} AND k.customer_id = c.id AND k.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM ${statedPayments}
    WHERE k.shop_id = ${shopId} AND k.customer_id = c.id AND t.at >= ${since})
  OR EXISTS (SELECT 1 FROM customer_notes n
    WHERE n.shop_id = ${shopId} AND n.customer_id = c.id AND n.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM card_tokens t
    WHERE t.shop_id = ${shopId} AND t.customer_id = c.id AND t.created_at >= ${since})
  OR c.id = ANY(ARRAY(${whosePaymentsWereNoted(shopId, since)}))
  OR EXISTS (SELECT 1 FROM activity a
    WHERE a.shop_id = ${shopId} AND a.subject = c.id AND a.at >= ${since} AND a.action <> 'customer.revealed')
  OR c.keys && (SELECT array_agg(key) FROM notifications n, unnest(n.keys) key
    WHERE n.shop_id = ${shopId} AND n.processed_at IS NULL AND n.authenticity <> 'unverified'
      AND n.received_at >= ${since}) IS TRUE)`

const whosePaymentsWereNoted = (shopId: string, since: SQL): SQL => sql`
  SELECT payer.customer_id FROM payment_notes x
  JOIN transaction_states noted ON noted.shop_id = x.shop_id AND x.uid IN (noted.uid, noted.root_uid)
  JOIN transaction_states t ON t.shop_id = noted.shop_id AND t.root_uid = noted.root_uid
  ${joinPayers}
  WHERE x.shop_id = ${shopId} AND x.created_at >= ${since}`

async function candidates(
  db: Database,
  period: Period,
  { among, limit }: { among: SQL; limit: number },
): Promise<Candidate[]> {
  const { shopId } = period
  const since = sinceOf(period)
  const { rows } = await db.execute<Place & { is_quiet: boolean }>(sql`
    SELECT c.id, ${created}::text AS created, NOT ${whereActive(shopId, since)} AS is_quiet FROM customers c
    WHERE c.shop_id = ${shopId} AND c.merged_into IS NULL AND c.anonymised_at IS NULL AND ${created} < ${since}
      AND ${among}
    ORDER BY ${created}, c.id LIMIT ${limit}`)
  const inactiveIds = rows.filter((row) => row.is_quiet).map(({ id }) => id)
  const samePerson = await samePersonOf(db, shopId, inactiveIds)
  const active = await activeAmong(db, period, [...new Set([...samePerson.values()].flat())])
  return rows.map(({ id, created: at, is_quiet: isQuiet }) => ({
    id,
    created: at,
    isDue: isQuiet && !samePerson.get(id)?.some((one) => active.has(one)),
  }))
}

/** Returns those of these customers who were created or active within the period. */
async function activeAmong(db: Database, period: Period, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const since = sinceOf(period)
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM customers c WHERE c.shop_id = ${period.shopId} AND c.id = ANY(${sql.param(ids)}::text[])
      AND (${created} >= ${since} OR ${whereActive(period.shopId, since)})`)
  return new Set(rows.map(({ id }) => id))
}

/** `after`: where the previous turn of this round stopped. */
type Round = { shopId: string; after?: Place | null }

/** Customers per statement of a turn. */
const runRows = 500
/** Time limit of one turn in ms. The queue treats a handler that takes much longer as dead. */
const turnMs = 20_000

/**
 * Registers the rounds in the queue: every night and ten minutes after a start, one for each shop with the setting, as a
 * chain of turns. An interrupted round is not resumed; the next one begins from the start.
 */
export async function startRetention(engine: Engine): Promise<void> {
  const { queues, db } = engine
  await queues.define<Round>(retentionQueue, (round) => run(engine, round))
  await queues.define(`${retentionQueue}-all`, async () => {
    const all = await db.select({ id: shops.id }).from(shops).where(isNotNull(shops.retentionMonths))
    for (const { id } of all) await queues.send(retentionQueue, { shopId: id }, { key: id })
  })
  await queues.nightly(`${retentionQueue}-all`, '23 2 * * *')
}

async function run(engine: Engine, { shopId, after = null }: Round): Promise<void> {
  const shop = await loadShop(engine.db, shopId)
  if (!shop) return
  const context = { engine, shop, log: correlatedLog(), actor: null }
  const next = await retainCustomers(context, { after, until: performance.now() + turnMs })
  if (next) await engine.queues.send(retentionQueue, { shopId, after: next }, { key: shopId })
}

/**
 * Anonymises a shop's due customers from `after` on, each with its merged customers in one transaction. Returns where it
 * stopped at `until` (`performance.now()`), or null at the end. A customer that fails waits for the next round. Does
 * nothing while many notifications are unprocessed, because it is not yet known who paid.
 */
export async function retainCustomers(
  context: Omit<ShopContext, 'actor'>,
  { after = null, until = Number.POSITIVE_INFINITY, now = new Date() }: RetainOptions,
): Promise<Place | null> {
  const { engine, shop, log } = context
  let place = after
  if ((await retentionMonths(engine.db, shop.id)) === null) return null
  await workOutSome({ ...context, actor: null })
  if (await isOutstanding({ ...context, actor: null })) {
    log.warn({ shop: shop.id }, 'retention waits for the next round: notifications are not worked out')
    return null
  }
  for (;;) {
    const months = await retentionMonths(engine.db, shop.id)
    if (months === null) return null
    const page = await nextCandidates(engine.db, { shopId: shop.id, months, now }, place, runRows)
    const { done, last } = await retainPage({ ...context, actor: null }, page, { until, now })
    if (done > 0) await publishAnonymised(context)
    if (!last || (last === page.at(-1) && page.length < runRows)) return null
    place = { created: last.created, id: last.id }
    if (performance.now() > until) return place
  }
}

type RetainOptions = { after?: Place | null; until?: number; now?: Date }

/** Returns how many customers were anonymised, and the last one examined. */
async function retainPage(
  context: ShopContext,
  page: Candidate[],
  { until, now }: { until: number; now: Date },
): Promise<{ done: number; last: Candidate | undefined }> {
  let done = 0
  for (const candidate of page) {
    if (candidate.isDue) done += await retainOne(context, candidate.id, now)
    if (performance.now() > until) return { done, last: candidate }
  }
  return { done, last: page.at(-1) }
}

/** Returns how many customers were anonymised; 0 if there was activity or the setting changed meanwhile. */
async function retainOne(context: ShopContext, id: string, now: Date): Promise<number> {
  const { shop, log } = context
  const months = await retentionMonths(context.engine.db, shop.id)
  if (months === null) return 0
  const isStillDue = async (tx: Database) =>
    (await retentionMonths(tx, shop.id)) === months && isDue(tx, { shopId: shop.id, months, now }, id)
  try {
    return (await anonymiseMerged(context, id, { isStillDue, detail: { retention_months: months } })).length
  } catch (error) {
    log.error({ err: error, shop: shop.id, customer: id }, 'customer not anonymised by retention')
    return 0
  }
}
