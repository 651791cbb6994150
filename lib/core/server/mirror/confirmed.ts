import 'server-only'
import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { qualified } from '../qualified'
import { syncs } from '../tables/syncs'
import type { MirrorTable, Resource } from './mirror'

/**
 * When a mirrored row was last known to be as it is. A full sync does not write a row again (one with a fingerprint)
 * while the row stays the same: each complete sync since has confirmed it.
 */
export const confirmedAt = (table: MirrorTable, resource: Resource): SQL =>
  sql`greatest(${qualified(table.syncedAt)}, CASE WHEN ${qualified(table.fingerprint)} IS NOT NULL THEN
    (SELECT s.synced_at FROM ${syncs} s WHERE s.shop_id = ${qualified(table.shopId)} AND s.resource = ${resource}) END)`

/** The columns of a mirrored row; its `syncedAt` is when it was last confirmed. */
export const confirmedColumns = <Table extends PgTable & MirrorTable>(table: Table, resource: Resource) => ({
  ...getTableColumns(table),
  syncedAt: confirmedAt(table, resource).mapWith(table.syncedAt).as('confirmed_at'),
})
