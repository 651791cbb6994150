import 'server-only'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { limitedSum } from '../../../core/format/money'
import { users } from '../../../core/server/tables/users'
import { customerFields } from '../../../gateway/customers/customer'
import { leftToAnonymise } from '../../../notifications/server/redaction/anonymisations'
import { allCustomerFields } from '../../fields'
import type { CustomerDetail } from '../../schema'
import { findDuplicates } from '../merging/duplicates'
import { contactOf, isMaskedFor, itemColumns, toItem, valuesOf } from '../listing/item'
import { withMerged, withMergeTargets } from '../merging/joined'
import { hasValue } from '../anonymising/anonymised-row'
import { type CustomerRow, loadCustomer } from './mirror'
import { customers } from '../tables'
import { paymentsOf } from './transactions'

/** @throws AppError `not_found`. */
export async function customerDetail(context: ActorContext, id: string): Promise<CustomerDetail> {
  return toDetail(context, await loadCustomer(context, id))
}

export async function toDetail(context: ActorContext, row: CustomerRow): Promise<CustomerDetail> {
  const { engine, shop, actor } = context
  const family = await withMerged(engine.db, shop.id, [row.id])
  const samePerson =
    row.mergedInto === null
      ? family
      : await withMerged(engine.db, shop.id, await withMergeTargets(engine.db, shop.id, [row.id]))
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
      samePerson,
    ),
    joinedTo(context, row.id, family),
    nameOf(context, row.submittedBy),
    row.anonymisedAt ? leftToAnonymise(context, family) : 0,
  ])
  const isMasked = isMaskedFor(actor)
  return {
    ...toItem(row, actor),
    ...valuesOf(row, allCustomerFields, isMasked),
    contact: contactOf(row, isMasked),
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

/** An anonymised customer's `raw` keeps the field names, each with null (anonymised-row.ts). */
const gatewayFields = ({ raw, anonymisedAt }: CustomerRow): string[] =>
  Object.keys(customerFields).filter((name) => (anonymisedAt ? name in raw : hasValue(raw[name])))

async function joinedTo({ engine, shop, actor }: ActorContext, id: string, family: string[]) {
  const rows = await engine.db
    .select(itemColumns)
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), inArray(customers.id, family), ne(customers.id, id)))
    .orderBy(customers.id)
  return rows.map((row) => toItem(row, actor))
}

async function nameOf({ engine }: ActorContext, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const [person] = await engine.db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return person?.name ?? null
}

/**
 * Returns the customers' totals by currency (lib/customers/schema.ts). Sums what each transaction counts as in the
 * ledger, so that they equal the overview's to the cent.
 */
export async function totalsOf(
  { engine, shop }: ShopContext,
  ids: string[],
): Promise<CustomerDetail['totals']> {
  const sum = (as: string) => sql.raw(`coalesce(sum(t.amount) FILTER (WHERE t.counts_as = '${as}'), 0)::text`)
  const count = (as: string) => sql.raw(`(count(*) FILTER (WHERE t.counts_as = '${as}'))::int`)
  type Total = CustomerDetail['totals'][number]
  type Amount = 'paid' | 'refunded' | 'charged_back'
  type Row = Omit<Total, Amount | 'net'> & Record<Amount, string>
  const { rows } = await engine.db.execute<Row>(sql`
    SELECT t.currency, ${sum('paid')} AS paid, ${count('paid')} AS payments, ${count('failed')} AS failed,
      ${sum('refunded')} AS refunded, ${count('refunded')} AS refunds,
      ${sum('charged_back')} AS charged_back, ${count('charged_back')} AS chargebacks
    FROM transaction_states t
    WHERE t.shop_id = ${shop.id} AND t.counts_as IS NOT NULL AND t.root_uid IN (
      SELECT root_uid FROM (${paymentsOf(shop.id, sql`${sql.param(ids)}::text[]`)}) theirs)
    GROUP BY t.currency ORDER BY t.currency`)
  return rows.map((row) => {
    const [paid, refunded, back] = [BigInt(row.paid), BigInt(row.refunded), BigInt(row.charged_back)]
    return {
      ...row,
      paid: limitedSum(paid),
      refunded: limitedSum(refunded),
      charged_back: limitedSum(back),
      net: limitedSum(paid - refunded - back),
    }
  })
}
