import 'server-only'
import { isNotNull } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { ShopContext } from '../../core/server/context'
import { correlatedLog } from '../../core/server/log'
import { tellBrowsers } from '../../core/server/live'
import { isOutstanding, workOutSome } from '../../notifications/server/outstanding'
import { loadShop } from '../../core/server/shop/load'
import { shops } from '../../core/server/tables/shops'
import { anonymiseFamily } from './anonymise'
import { retentionJob } from './retention'
import { isDue, nextCandidates, retentionMonths, type Candidate, type Place } from './retention-due'

/** `after`: where the job before this one, of the same round, ended. */
type Round = { shopId: string; after?: Place | null }

/** Customers looked at in one statement, and how long one job goes on, in ms: a queue takes longer ones for dead. */
const pageRows = 500
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
    const page = await nextCandidates(engine.db, { shopId: shop.id, months, now }, place, pageRows)
    const { done, last } = await retainPage({ ...context, actor: null }, page, { until, now })
    if (done > 0) {
      await tellBrowsers(context, { kind: 'customers' })
      await tellBrowsers(context, { kind: 'notification' })
    }
    if (!last || (last === page.at(-1) && page.length < pageRows)) return null
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
