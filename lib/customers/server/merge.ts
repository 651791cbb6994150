import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { CustomerDetail } from '../schema'
import type { Database } from '../../db/database'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { tellBrowsers } from '../../core/server/live'
import { customers } from './tables'
import { customerDetail } from './detail'
import { holdCustomers } from './link'
import { withJoined, withKept } from './joined'
import { lockCustomer } from './load'
import type { CustomerRow } from './mirror'
import { refreshCustomers } from './refresh'

/**
 * Joins `other`, and those that were joined to it, to this customer: here only, the gateway keeps both. Lists show
 * this one, which is found by what any of them has; its page shows what happened to all of them.
 * @throws AppError `not_found`; `conflict` where either was joined to another already, or anonymised.
 */
export async function mergeCustomer(
  context: ActorContext,
  id: string,
  other: string,
): Promise<CustomerDetail> {
  await join(context, { id, other }, async (tx, rows) => {
    if (id === other || rows.some(({ mergedInto }) => mergedInto !== null)) throw new AppError('conflict')
    await setKept(tx, context, other, id)
    await record(tx, context, 'customer.merged', { id, other })
    await refreshCustomers(tx, context.shop.id, [id])
  })
  return customerDetail(context, id)
}

/**
 * Takes a customer out again that was joined to this one, with those that had been joined to it before.
 * @throws AppError `not_found`; `conflict` where it is not joined to this one, or either was anonymised.
 */
export async function unmergeCustomer(
  context: ActorContext,
  id: string,
  other: string,
): Promise<CustomerDetail> {
  await join(context, { id, other }, async (tx) => {
    const family = await withJoined(tx, context.shop.id, [id])
    if (id === other || !family.includes(other)) throw new AppError('conflict')
    // It may have been joined to one that was joined to this one: that lets go of its words, too.
    const lines = await withKept(tx, context.shop.id, [other])
    await setKept(tx, context, other, null)
    await record(tx, context, 'customer.unmerged', { id, other })
    await refreshCustomers(tx, context.shop.id, lines)
  })
  return customerDetail(context, id)
}

type Pair = { id: string; other: string }

/** Does it while nobody else joins, or blanks, customers of the shop. */
async function join(
  context: ActorContext,
  { id, other }: Pair,
  work: (tx: Database, rows: CustomerRow[]) => Promise<void>,
): Promise<void> {
  await context.engine.db.transaction(async (tx) => {
    await holdCustomers(tx, context.shop.id)
    const rows: CustomerRow[] = []
    for (const one of new Set([id, other])) rows.push(await lockCustomer(tx, context, one))
    await work(tx, rows)
  })
  for (const one of [id, other]) await tellBrowsers(context, { kind: 'customer', id: one })
}

const setKept = (tx: Database, { shop }: ActorContext, id: string, mergedInto: string | null) =>
  tx
    .update(customers)
    .set({ mergedInto })
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, id)))

/** On both, each naming the other. */
async function record(
  tx: Database,
  context: ActorContext,
  action: string,
  { id, other }: Pair,
): Promise<void> {
  await recordActivity(tx, context, { action, subject: id, detail: { kept: id, other } })
  await recordActivity(tx, context, { action, subject: other, detail: { kept: id, other } })
}
