import 'server-only'
import { and, asc, count, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { getTranslator } from '../../../core/i18n/server'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import { productCreate } from '../../../gateway/products/product'
import type { JobDetail } from '../../../jobs/schema'
import { readJob } from '../../../jobs/server/answer'
import { announceJob, findOrdered, insertJob } from '../../../jobs/server/create'
import { refreshForRun } from '../../../jobs/server/fresh-list'
import type { JobKind } from '../../../jobs/server/kinds'
import { parsePlanned } from '../../../jobs/server/load'
import { addRows, lastRow } from '../../../jobs/server/rows'
import type { Job } from '../../../jobs/server/tables'
import type { Database } from '../../../db/database'
import { type CopyMatch, type CopyOrder, type CopyTarget, storedCopy } from '../../copy'
import { changedSince, productWork } from '../bulk/job-send'
import { beforeCopy, planUndo } from '../bulk/undo'
import { createProduct } from '../changing/create'
import { differingValues, valuesOf, type ValueField, type Values } from '../changing/history'
import { readFresh, selectProducts } from '../changing/update'
import { toDetail } from '../listing/item'
import { indexed } from '../mirror/columns'
import { freshenProducts, productMirror } from '../mirror/mirror'
import { type ProductRow, products } from '../tables'
import { planCopy } from './plan'
import { mayInShop, may } from '../../../core/permissions'
import { isOpenTo, otherShopOf } from '../../../core/server/auth/other-shop'
import { shopsOf } from '../../../core/server/shop/load'

/** Copies products from another shop into the job's shop. Each is made only if it is still missing. */
export const productCopy: JobKind = {
  ...productWork,
  planBatch: (context, job) => (job.undoes ? planUndo(context, job) : planBatch(context, job)),
  prepare: async (context, job) => {
    if (!job.undoes) await refreshForRun(context, productMirror, job)
  },
  send: (context, work) => {
    if (work.row.subject === null) return make(context, work)
    return 'archived' in work.row.change ? archiveMade(context, work) : productWork.send(context, work)
  },
}

const batchRows = 500

/**
 * Creates a job that starts with a dry run: nothing is sent before a person starts it. Recorded in the other shop too,
 * whose products are read.
 * @throws AppError `not_found` if the person may not read the other shop's products; `invalid` if it is the same shop
 */
export async function orderCopy(context: ActorContext, order: CopyOrder): Promise<JobDetail> {
  if (order.from === context.shop.id)
    throw new AppError('invalid', { errors: { from: [getTranslator('jobReasons')('copy.sameShop')] } })
  const source = await sourceContext(context, order.from)
  if (!source) throw new AppError('not_found')
  const job = await context.engine.db.transaction(async (tx) => {
    const made = await insertJob(tx, context, { kind: 'products.copy', state: 'planning', order })
    await recordActivity(tx, source, { action: 'products.copied', subject: made.id })
    return made
  })
  await announceJob(context, job)
  return readJob(context, job.id)
}

/** Returns the job of an order whose answer was lost, or creates it: it changes nothing before a person starts it. */
export const settleCopy = async (context: ActorContext, order: CopyOrder, sentAt: Date): Promise<JobDetail> =>
  (await findOrdered(context, order, sentAt)) ?? orderCopy(context, order)

/** Plans the next products of the selection, in the order of their IDs. */
async function planBatch(context: ActorContext, job: Job): Promise<boolean> {
  const { db } = context.engine
  const { from, selection, match, expired_at, immortal } = storedCopy.parse(job.order)
  const source = await sourceContext(context, from)
  if (!source) throw new AppError('forbidden') // They left that shop since they ordered the copy.
  const last = await lastRow(db, job)
  if (!last) await Promise.all([freshenProducts(source, job), freshenProducts(context, job)])
  const whereSelected = and(await selectProducts(source, selection), isNull(products.vanishedAt))
  const rows = await db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(and(whereSelected, last ? gt(products.id, last.cells?.[0] ?? '') : undefined))
    .orderBy(asc(products.id))
    .limit(batchRows)
  const keys = [...new Set(rows.flatMap((row) => row[match] || []))]
  const found = await productsByKey(context, match, keys)
  const repeated = await repeatedKeys(db, { selected: whereSelected, match, keys })
  const shops = { source: source.shop, target: context.shop }
  const planned = rows.map((row, index) => {
    const key = row[match] ?? ''
    const matching = (found.get(key) ?? []).map((held) => toDetail(held))
    const plan = planCopy(toDetail(row), {
      ...shops,
      match,
      expired_at,
      immortal,
      matching,
      isRepeated: repeated.has(key),
    })
    return { ...plan, position: (last?.position ?? 0) + index + 1, cells: [row.id] }
  })
  return (await addRows(db, job, planned)) && rows.length === batchRows
}

type Selected = { selected: SQL | undefined; match: CopyMatch; keys: string[] }

/** Returns those of `keys` that several products of the selection have, in any batches. */
async function repeatedKeys(db: Database, { selected, match, keys }: Selected): Promise<Set<string | null>> {
  const key = products[match]
  const rows = await db
    .select({ key })
    .from(products)
    .where(and(selected, whereKeyIn(match, keys)))
    .groupBy(key)
    .having(gt(count(), 1))
  return new Set(rows.map((row) => row.key))
}

/** Returns the same person's context in the shop that products are copied from; null if they may not read them there. */
export async function sourceContext(context: ActorContext, from: string): Promise<ActorContext | null> {
  const { engine, actor, log } = context
  const found = await otherShopOf(engine.db, actor, from)
  if (!found || !mayInShop(found.shop, found.rights, 'products.read')) return null
  const { shop, rights } = found
  return { ...context, shop, actor: { ...actor, ...rights }, log: log.child({ shop: shop.id }) }
}

/** Returns the other shops in use to which the person may copy this shop's products. */
export async function copyTargets({ shop, actor }: ActorContext): Promise<CopyTarget[]> {
  const all = await shopsOf(actor.userId)
  return all
    .filter(({ id, isArchived, role }) => id !== shop.id && !isArchived && may({ role }, 'products.write'))
    .filter((other) => isOpenTo(actor, other))
    .map(({ id, name, mode }) => ({ id, name, mode }))
}

type Send = JobKind['send']

const make: Send = async (context, { job, row, begin }) => {
  const { match } = storedCopy.parse(job.order)
  const input = parsePlanned(productCreate, row.change)
  const [held] = (await productsByKey(context, match, [input[match]])).get(input[match]) ?? []
  if (held) {
    const reason = getTranslator('jobReasons')('copy.madeSince', { match })
    return { state: 'skipped', subject: held.id, errors: { [match]: [reason] } }
  }
  await begin(beforeCopy)
  const { id } = await createProduct(context, input, { isSettling: false })
  return { state: 'done', subject: id }
}

/** Archives a product that a copy created, if it has not changed since. */
const archiveMade: Send = async (context, work) => {
  const { archived: _, ...written } = work.row.before as Values
  const product = await readFresh(context, work.row.subject ?? '')
  const changed = differingValues(valuesOf(product, Object.keys(written) as ValueField[]), written)
  if (Object.keys(changed).length === 0) return productWork.send(context, work)
  const { currency } = product
  const { minorUnits } = context.shop
  return { state: 'skipped', errors: changedSince(changed, written, { currency, minorUnits }) }
}

/** Returns the shop's products by their value in the field `match`. Leaves out archived and vanished products. */
async function productsByKey(
  { engine, shop }: ShopContext,
  match: CopyMatch,
  keys: readonly string[],
): Promise<Map<string, ProductRow[]>> {
  if (keys.length === 0) return new Map()
  const rows = await engine.db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(
      and(
        eq(products.shopId, shop.id),
        whereKeyIn(match, keys),
        isNull(products.archivedAt),
        isNull(products.vanishedAt),
      ),
    )
  const found = new Map<string, ProductRow[]>()
  for (const row of rows) {
    const key = row[match] ?? ''
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** The beginning of a name is compared too, so that the index serves. */
const whereKeyIn = (match: CopyMatch, keys: readonly string[]) =>
  and(
    inArray(products[match], [...keys]),
    match === 'name'
      ? sql`${indexed.name} = ANY(ARRAY(SELECT left(key, 200) FROM unnest(${sql.param([...keys])}::text[]) key))`
      : undefined,
  )
