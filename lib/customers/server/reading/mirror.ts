import 'server-only'
import { isNotNull, sql, and, eq } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { recordActivity } from '../../../core/server/activity/record'
import { learnWords } from '../../../core/server/lists/words'
import { syncNow, syncIfStaleInBackground } from '../../../core/server/mirror/keep-fresh'
import { lastSync as lastSyncOf, type LastSync } from '../../../core/server/mirror/lease'
import {
  confirmedAt,
  type Listed,
  type Mirror,
  instantOf,
  upsert,
  confirmedColumns,
} from '../../../core/server/mirror/mirror'
import type { SyncOutcome } from '../../../core/server/mirror/sync'
import type { Database } from '../../../db/database'
import { customerReply, type CustomerReply } from '../../../gateway/customers/customer'
import { allCustomerFields, byColumn, customerFieldRows } from '../../fields'
import { customerKeys } from '../keys'
import { lockCustomers, linkCustomers } from '../merging/link'
import { ownSearchText, misspellableTexts, phoneticKeysOfNames } from '../listing/search'
import { anonymisedColumns } from '../anonymising/anonymised-row'
import { takeLost } from '../importing/lost-creates'
import { customers } from '../tables'
import { isStorable } from '../../../gateway/values/storable'
import { AppError } from '../../../core/server/errors'
import { customersWhere, refreshCustomersWithLocalData } from './refresh'

export type CustomerRow = typeof customers.$inferSelect

type Submission = { by: string; at: Date }

/**
 * Writes the gateway's customers into the mirror, and matches notifications to them. `syncedAt`: when the gateway was
 * asked; an older answer never overwrites a newer one. Anonymised rows stay unchanged. Needs a transaction: no reader
 * may see a row without its local data.
 */
export async function mirrorCustomers(
  tx: Database,
  shopId: string,
  replies: CustomerReply[],
  syncedAt: Date,
  submission?: Submission,
): Promise<void> {
  const listed = replies.map((reply) => ({ reply, fingerprint: null }))
  await write(tx, shopId, listed, syncedAt, { submission })
}

/**
 * As {@link mirrorCustomers}, for customers that the gateway lists. One that an import created without an answer is stored
 * anonymised if its person was anonymised meanwhile.
 */
export async function mirrorFoundCustomers(
  tx: Database,
  context: ShopContext,
  listed: Replies,
  at: Date,
): Promise<void> {
  await lockCustomers(tx, context.shop.id)
  const lost = await takeLost(
    tx,
    context,
    listed.map(({ reply }) => reply),
    at,
  )
  await write(tx, context.shop.id, listed, at, { lost })
  // The anonymisation was asked for earlier. Who started this sync has no part in it.
  const recorded = { shop: context.shop, actor: null }
  for (const id of lost)
    await recordActivity(tx, recorded, {
      action: 'customer.anonymised',
      subject: id,
      detail: { customers: [id] },
    })
}

export const customerMirror: Mirror<CustomerReply> = {
  resource: 'customers',
  live: 'customers',
  table: customers,
  searchIndex: 'customers_search',
  // An added field is read from the stored replies of existing customers. The number changes with what is computed from
  // them.
  version: `4 ${allCustomerFields.join(' ')}`,
  address: ({ shop }) => `${shop.apmUrl}/customers`,
  reply: customerReply,
  write: mirrorFoundCustomers,
}

type Replies = (Omit<Listed<CustomerReply>, 'fingerprint'> & { fingerprint: string | null })[]

async function write(
  tx: Database,
  shopId: string,
  listed: Replies,
  at: Date,
  { submission, lost }: { submission?: Submission | undefined; lost?: ReadonlySet<string> },
): Promise<void> {
  const rows = listed.map(({ reply, fingerprint }) => ({
    ...toRow(shopId, reply, at),
    fingerprint,
    submittedAt: submission?.at,
    submittedBy: submission?.by,
    ...(lost?.has(reply.id) && anonymisedColumns({ id: reply.id, raw: reply })),
  }))
  await lockCustomers(tx, shopId)
  await upsert(tx, customers, {
    rows,
    set: updatedColumns,
    when: submission ? whereNotAnonymised : sql`${whereNotAnonymised} AND ${whereOlder}`,
  })
  const ids = rows.map(({ id }) => id)
  const anonymised = new Set(await customersWhere(tx, shopId, ids, isNotNull(customers.anonymisedAt)))
  const texts = rows.filter(({ id }) => !anonymised.has(id)).flatMap(misspellableTexts)
  await learnWords(tx, shopId, 'customers', texts)
  await linkCustomers(tx, shopId, ids)
  await refreshCustomersWithLocalData(tx, shopId, ids)
}

const whereNotAnonymised = sql`${customers.anonymisedAt} IS NULL`

const whereOlder = sql`greatest(${confirmedAt(customers, 'customers')}, ${customers.submittedAt}, ${customers.vanishedAt}) <= excluded.synced_at`

const excluded = (column: { name: string }) => sql`excluded.${sql.identifier(column.name)}`

const updatedColumns = {
  ...byColumn(allCustomerFields, (field) => excluded(customers[customerFieldRows[field].column])),
  createdAt: excluded(customers.createdAt),
  raw: excluded(customers.raw),
  fingerprint: excluded(customers.fingerprint),
  syncedAt: sql`greatest(excluded.synced_at, ${customers.syncedAt})`,
  submittedAt: sql`coalesce(excluded.submitted_at, ${customers.submittedAt})`,
  submittedBy: sql`coalesce(excluded.submitted_by, ${customers.submittedBy})`,
  vanishedAt: sql`NULL`,
  // Without local data, which refresh.ts adds again.
  search: excluded(customers.search),
  phoneticKeys: excluded(customers.phoneticKeys),
  keys: excluded(customers.keys),
}

function toRow(shopId: string, reply: CustomerReply, syncedAt: Date) {
  const columns = { id: reply.id, ...byColumn(allCustomerFields, (field) => reply[field]) }
  return {
    ...columns,
    shopId,
    createdAt: instantOf(typeof reply.created_at === 'string' ? reply.created_at : null),
    raw: reply,
    search: ownSearchText(columns),
    phoneticKeys: phoneticKeysOfNames([columns]),
    keys: customerKeys(columns),
    firstSeenAt: new Date(), // Not `syncedAt`: it may have been created between request and answer.
    syncedAt,
    ...asNew,
  }
}

const asNew = { labels: [], notificationWords: [], extra: '' }

/**
 * Syncs the gateway's whole list of customers (mirror/sync.ts).
 * @throws GatewayError
 */
export const syncCustomers = (context: ShopContext): Promise<SyncOutcome> => syncNow(context, customerMirror)

export const lastSync = (context: ShopContext): Promise<LastSync> => lastSyncOf(context, 'customers')

export const syncInBackground = (context: ShopContext, last: LastSync): void =>
  syncIfStaleInBackground(context, customerMirror, last)

/**
 * `syncedAt` is when the customer was last confirmed.
 * @throws AppError `not_found`.
 */
export async function loadCustomer(context: ShopContext, id: string): Promise<CustomerRow> {
  const row = await findCustomer(context, id)
  if (!row) throw new AppError('not_found')
  return row
}

export async function findCustomer(context: ShopContext, id: string): Promise<CustomerRow | null> {
  if (!isStorable(id)) return null
  const [row] = await query(context.engine.db, context, id)
  return row ?? null
}

/**
 * Locks a customer until the transaction ends, to add local data.
 * @throws AppError `not_found`; `conflict` if anonymised, because nothing may be added then.
 */
export async function lockCustomer(tx: Database, context: ShopContext, id: string): Promise<CustomerRow> {
  if (!isStorable(id)) throw new AppError('not_found')
  const [row] = await query(tx, context, id).for('update')
  if (!row) throw new AppError('not_found')
  if (row.anonymisedAt) throw new AppError('conflict')
  return row
}

/** Whether a customer is anonymised. If not, the lock keeps them from it until the transaction ends. */
export async function isAnonymised(tx: Database, shopId: string, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ anonymisedAt: customers.anonymisedAt })
    .from(customers)
    .where(and(eq(customers.shopId, shopId), eq(customers.id, id)))
    .for('key share')
  return row !== undefined && row.anonymisedAt !== null
}

const query = (db: Database, { shop }: ShopContext, id: string) =>
  db
    .select(confirmedColumns(customers, 'customers'))
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, id)))
