import 'server-only'
import { eq, sql, type SQL, isNotNull } from 'drizzle-orm'
import type { Retention, RetentionChange, RetentionEffect } from '../retention'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { shops } from '../../core/server/tables/shops'
import type { Database } from '../../db/database'
import { kinOf } from './duplicates'
import type { Engine } from '../../db/engine'
import { correlatedLog } from '../../core/server/log'
import { tellBrowsers } from '../../core/server/live'
import { isOutstanding, workOutSome } from '../../notifications/server/outstanding'
import { loadShop } from '../../core/server/shop/load'
import { anonymiseFamily } from './anonymise'

/** The queue; what it is sent names the shop. */
const retentionJob = 'customers.retention'

/** The shop's setting. */
export async function readRetention({ engine, shop }: ShopContext): Promise<Retention> {
  return { months: await retentionMonths(engine.db, shop.id) }
}

/** Customers looked at in one statement: others get their turn in between. */
const pageRows = 2000

/** How many customers would be anonymised now (lib/customers/retention.ts). */
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
    due += page.filter((one) => one.due).length
    after = page.at(-1) ?? null
    if (page.length < pageRows) break
  }
  return totalOf(Math.min(due, countLimit))
}

/**
 * Changes the setting. Who switches it on, or shortens it, says how many customers they were told it concerns now; it
 * begins at once.
 * @throws AppError `conflict` where it is more by now: `current` says how many.
 */
export async function changeRetention(context: ActorContext, change: RetentionChange): Promise<Retention> {
  const { engine, shop } = context
  const months = change.enabled ? change.months : null
  if (change.enabled) {
    const effect = await retentionEffectOf(context, change.months)
    if (effect.total > change.expected) throw new AppError('conflict', { current: effect })
  }
  await engine.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ before: shops.retentionMonths })
      .from(shops)
      .where(eq(shops.id, shop.id))
      .for('update')
    if (row?.before === months) return
    await tx.update(shops).set({ retentionMonths: months }).where(eq(shops.id, shop.id))
    const detail = { before: row?.before ?? null, after: months }
    await recordActivity(tx, context, { action: 'retention.changed', detail })
  })
  if (months !== null) await engine.jobs.send(retentionJob, { shopId: shop.id }, { key: shop.id })
  return { months }
}

/** After how many months without activity the shop's customers are anonymised; null: never. */
async function retentionMonths(db: Database, shopId: string): Promise<number | null> {
  const [row] = await db.select({ months: shops.retentionMonths }).from(shops).where(eq(shops.id, shopId))
  return row?.months ?? null
}

/** Of a shop: those without activity for `months` before `now`. */
type Period = { shopId: string; months: number; now: Date }

/** Behind which customer a page begins: when that was made, as the database prints it, and its ID. */
type Place = { created: string; id: string }

type Candidate = Place & { due: boolean }

/**
 * The next so many customers who were made before the period, the oldest first, and whether nothing happened within
 * it. Activity, the newest of which counts, is: made (as the gateway has it, else when it was first heard of here; made
 * here), a matched notification of any outcome, a checkout made for them, a note, what the activity log has of it but
 * looking (revealing). What happened to any of those who are joined, or are one by what they are known by (duplicates.ts),
 * counts for all: as the one is blanked, so would be what the others' payments say of them.
 */
const nextCandidates = (db: Database, period: Period, after: Place | null, limit: number) =>
  candidates(db, period, {
    among: after ? sql`(${created}, c.id) > (${after.created}::timestamptz, ${after.id}::text)` : sql`true`,
    limit,
  })

/** Whether this customer, which is joined to no other, is due. */
async function isDue(db: Database, period: Period, id: string): Promise<boolean> {
  const [candidate] = await candidates(db, period, { among: sql`c.id = ${id}`, limit: 1 })
  return candidate?.due ?? false
}

const created = sql`coalesce(c.created_at, c.first_seen_at)`

const sinceOf = ({ months, now }: Period): SQL =>
  sql`((${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - make_interval(months => ${months}::int)) AT TIME ZONE 'UTC')`

/** Whether anything happened to the customer `c` since then; one that cannot be processed has no link. */
const isLively = (shopId: string, since: SQL): SQL => sql`(coalesce(c.submitted_at >= ${since}, false)
  OR EXISTS (SELECT 1 FROM customer_links l
    WHERE l.shop_id = ${shopId} AND l.customer_id = c.id AND l.at >= ${since})
  OR EXISTS (SELECT 1 FROM checkouts k
    WHERE k.shop_id = ${shopId} AND k.customer_id = c.id AND k.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM customer_notes n
    WHERE n.shop_id = ${shopId} AND n.customer_id = c.id AND n.created_at >= ${since})
  OR EXISTS (SELECT 1 FROM activity a
    WHERE a.shop_id = ${shopId} AND a.subject = c.id AND a.at >= ${since} AND a.action <> 'customer.revealed')
  OR c.keys && (SELECT array_agg(key) FROM notifications n, unnest(n.keys) key
    WHERE n.shop_id = ${shopId} AND n.processed_at IS NULL AND n.authenticity <> 'unverified'
      AND n.received_at >= ${since}) IS TRUE)`

async function candidates(
  db: Database,
  period: Period,
  { among, limit }: { among: SQL; limit: number },
): Promise<Candidate[]> {
  const { shopId } = period
  const since = sinceOf(period)
  const { rows } = await db.execute<Place & { quiet: boolean }>(sql`
    SELECT c.id, ${created}::text AS created, NOT ${isLively(shopId, since)} AS quiet FROM customers c
    WHERE c.shop_id = ${shopId} AND c.merged_into IS NULL AND c.anonymised_at IS NULL AND ${created} < ${since}
      AND ${among}
    ORDER BY ${created}, c.id LIMIT ${limit}`)
  const quiet = rows.filter((row) => row.quiet).map(({ id }) => id)
  const kin = await kinOf(db, shopId, quiet)
  const lively = await livelyAmong(db, period, [...new Set([...kin.values()].flat())])
  return rows.map(({ id, created: at, quiet: isQuiet }) => ({
    id,
    created: at,
    due: isQuiet && !kin.get(id)?.some((one) => lively.has(one)),
  }))
}

/** Those of these customers to whom something happened within the period, being made included. */
async function livelyAmong(db: Database, period: Period, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const since = sinceOf(period)
  const { rows } = await db.execute<{ id: string }>(sql`
    SELECT c.id FROM customers c WHERE c.shop_id = ${period.shopId} AND c.id = ANY(${sql.param(ids)}::text[])
      AND (${created} >= ${since} OR ${isLively(period.shopId, since)})`)
  return new Set(rows.map(({ id }) => id))
}

/** `after`: where the job before this one, of the same round, ended. */
type Round = { shopId: string; after?: Place | null }

/** Customers looked at in one statement, and how long one job goes on, in ms: a queue takes longer ones for dead. */
const runRows = 500
const jobMs = 20_000

/**
 * Registers the work: a round a night for each shop that wants it, in jobs one after the other. A round that was cut
 * off begins anew the next night, and finds who is left.
 */
export async function startRetention(engine: Engine): Promise<void> {
  const { jobs, db } = engine
  await jobs.define<Round>(retentionJob, (round) => run(engine, round))
  await jobs.define(`${retentionJob}-all`, async () => {
    const all = await db.select({ id: shops.id }).from(shops).where(isNotNull(shops.retentionMonths))
    for (const { id } of all) await jobs.send(retentionJob, { shopId: id }, { key: id })
  })
  await jobs.schedule(`${retentionJob}-all`, '23 2 * * *')
}

async function run(engine: Engine, { shopId, after = null }: Round): Promise<void> {
  const shop = await loadShop(engine.db, shopId)
  if (!shop) return
  const context = { engine, shop, log: correlatedLog(), actor: null }
  const next = await retainCustomers(context, { after, until: performance.now() + jobMs })
  if (next) await engine.jobs.send(retentionJob, { shopId, after: next }, { key: shopId })
}

/**
 * Anonymises the customers of a shop who are due, from `after` on, each family in a transaction of its own; nobody did
 * it, and the log says after how many months. Where it ended when time was up (`until`, by the monotonic clock), or null
 * where it came to the end. Who cannot be anonymised is passed over until the next round; so is everybody while many
 * notifications wait to be worked out, as nobody knows yet who paid.
 */
export async function retainCustomers(
  context: Omit<ShopContext, 'actor'>,
  { after = null, until = Number.POSITIVE_INFINITY, now = new Date() }: RetainOptions = {},
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
    if (done > 0) {
      await tellBrowsers(context, { kind: 'customers' })
      await tellBrowsers(context, { kind: 'notification' })
    }
    if (!last || (last === page.at(-1) && page.length < runRows)) return null
    place = { created: last.created, id: last.id }
    if (performance.now() > until) return place
  }
}

type RetainOptions = { after?: Place | null; until?: number; now?: Date }

/** How many of a page it blanked, and to whom it came. */
async function retainPage(
  context: ShopContext,
  page: Candidate[],
  { until, now }: { until: number; now: Date },
): Promise<{ done: number; last: Candidate | undefined }> {
  let done = 0
  for (const candidate of page) {
    if (candidate.due) done += await retainOne(context, candidate.id, now)
    if (performance.now() > until) return { done, last: candidate }
  }
  return { done, last: page.at(-1) }
}

/** How many it blanked: none where something happened meanwhile, or the setting was changed. */
async function retainOne(context: ShopContext, id: string, now: Date): Promise<number> {
  const { shop, log } = context
  const months = await retentionMonths(context.engine.db, shop.id)
  if (months === null) return 0
  const isStill = async (tx: Database) =>
    (await retentionMonths(tx, shop.id)) === months && isDue(tx, { shopId: shop.id, months, now }, id)
  try {
    return (await anonymiseFamily(context, id, { isStill, detail: { retention_months: months } })).length
  } catch (error) {
    log.error({ err: error, shop: shop.id, customer: id }, 'customer not anonymised by retention')
    return 0
  }
}
