import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { ActivityKind } from '../../../core/activity'
import type { CustomerDetail } from '../../schema'
import type { Database } from '../../../db/database'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { publishLiveEvent } from '../../../core/server/live'
import { customers } from '../tables'
import { customerDetail } from '../reading/read'
import { lockCustomers } from './link'
import { withMerged, withMergeTargets } from './joined'
import { type CustomerRow, lockCustomer } from '../reading/mirror'
import { refreshCustomers } from '../reading/refresh'

/**
 * Merges `other`, and the customers merged into it, into this customer. Local only: the gateway keeps both.
 * @throws AppError `not_found`; `conflict` if both are the same, or either is already merged or anonymised.
 */
export async function mergeCustomer(
  context: ActorContext,
  id: string,
  other: string,
): Promise<CustomerDetail> {
  await inMergeTransaction(context, { id, other }, async (tx, rows) => {
    if (id === other || rows.some(({ mergedInto }) => mergedInto !== null)) throw new AppError('conflict')
    await setMergedInto(tx, context, other, id)
    await recordOnBoth(tx, context, 'customer.merged', { id, other })
    await refreshCustomers(tx, context.shop.id, [id])
  })
  return customerDetail(context, id)
}

/**
 * Undoes a merge. Customers that were merged into `other` before stay with it.
 * @throws AppError `not_found`; `conflict` if `other` is not merged into this customer, or either is anonymised.
 */
export async function unmergeCustomer(
  context: ActorContext,
  id: string,
  other: string,
): Promise<CustomerDetail> {
  await inMergeTransaction(context, { id, other }, async (tx) => {
    const family = await withMerged(tx, context.shop.id, [id])
    if (id === other || !family.includes(other)) throw new AppError('conflict')
    // `other` may be merged indirectly: the customers between the two lose its search words, too.
    const lines = await withMergeTargets(tx, context.shop.id, [other])
    await setMergedInto(tx, context, other, null)
    await recordOnBoth(tx, context, 'customer.unmerged', { id, other })
    await refreshCustomers(tx, context.shop.id, lines)
  })
  return customerDetail(context, id)
}

type Pair = { id: string; other: string }

/** Runs `work` while nothing else can merge or anonymise customers of the shop. */
async function inMergeTransaction(
  context: ActorContext,
  { id, other }: Pair,
  work: (tx: Database, rows: CustomerRow[]) => Promise<void>,
): Promise<void> {
  await context.engine.db.transaction(async (tx) => {
    await lockCustomers(tx, context.shop.id)
    const rows: CustomerRow[] = []
    for (const one of new Set([id, other])) rows.push(await lockCustomer(tx, context, one))
    await work(tx, rows)
  })
  for (const one of [id, other]) await publishLiveEvent(context, { kind: 'customer', id: one })
}

const setMergedInto = (tx: Database, { shop }: ActorContext, id: string, mergedInto: string | null) =>
  tx
    .update(customers)
    .set({ mergedInto })
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, id)))

async function recordOnBoth(
  tx: Database,
  context: ActorContext,
  action: ActivityKind,
  { id, other }: Pair,
): Promise<void> {
  await recordActivity(tx, context, { action, subject: id, detail: { kept: id, other } })
  await recordActivity(tx, context, { action, subject: other, detail: { kept: id, other } })
}
