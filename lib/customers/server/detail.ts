import 'server-only'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { CustomerDetail } from '../schema'
import { customerFields } from '../../gateway/customer'
import type { ActorContext } from '../../core/server/context'
import { leftToBlank } from '../../notifications/server/blanking'
import { customers } from './tables'
import { users } from '../../core/server/tables/users'
import { findDuplicates } from './duplicates'
import { isMasked, itemColumns, personal, toItem } from './item'
import { withJoined } from './joined'
import { loadCustomer } from './load'
import type { CustomerRow } from './mirror'
import { totalsOf } from './totals'

/** A mirrored customer of this shop, as its page shows it to who asks. @throws AppError `not_found`. */
export async function customerDetail(context: ActorContext, id: string): Promise<CustomerDetail> {
  return toDetail(context, await loadCustomer(context, id))
}

/** The same of a row at hand. */
export async function toDetail(context: ActorContext, row: CustomerRow): Promise<CustomerDetail> {
  const { engine, shop, actor } = context
  const family = await withJoined(engine.db, shop.id, [row.id])
  const [totals, duplicates, merged, submitter, left] = await Promise.all([
    totalsOf(context, family),
    findDuplicates(
      context,
      {
        email: row.email ?? '',
        phone: row.phone ?? '',
        external_id: row.externalId ?? '',
        contact: row.contact,
      },
      [...family, ...(row.mergedInto === null ? [] : [row.mergedInto])],
    ),
    joinedTo(context, row.id, family),
    nameOf(context, row.submittedBy),
    row.anonymisedAt ? leftToBlank(context, family) : 0,
  ])
  const { address, zip, contact } = personal(row, isMasked(actor.role))
  return {
    ...toItem(row, actor.role),
    address,
    zip,
    contact,
    state: row.state,
    totals,
    duplicates,
    merged,
    submitted_at: row.submittedAt?.toISOString() ?? null,
    submitted_by: submitter,
    anonymised_at: row.anonymisedAt?.toISOString() ?? null,
    notifications_left: left,
    gateway_fields: gatewayFields(row),
    synced_at: row.syncedAt.toISOString(),
  }
}

/** Of what was anonymised, only the names are left in `raw`, each with null (anonymise.ts). */
const gatewayFields = ({ raw, anonymisedAt }: CustomerRow): string[] =>
  Object.keys(customerFields).filter((name) => (anonymisedAt ? name in raw : hasValue(raw[name])))

/** Whether the gateway's record says anything there. */
export const hasValue = (value: unknown): boolean => value != null && value !== ''

async function joinedTo({ engine, shop, actor }: ActorContext, id: string, family: string[]) {
  const rows = await engine.db
    .select(itemColumns)
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), inArray(customers.id, family), ne(customers.id, id)))
    .orderBy(customers.id)
  return rows.map((row) => toItem(row, actor.role))
}

async function nameOf({ engine }: ActorContext, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const [person] = await engine.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return person?.name ?? null
}
