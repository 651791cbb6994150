import 'server-only'
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { CustomerDetail, RevealedCustomer } from '../../schema'
import { customerId, type CustomerReply, customerFields } from '../../../gateway/customers/customer'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError, GatewayError } from '../../../core/server/errors'
import { readCustomerAtGateway } from '../../../gateway/client/endpoints'
import { publishLiveEvent } from '../../../core/server/live'
import { mirrorFoundCustomers, findCustomer, loadCustomer, type CustomerRow } from './mirror'
import { countQuestion, countReveal } from '../../../core/server/accounts/person-limits'
import { recordActivity } from '../../../core/server/activity/record'
import { allCustomerFields } from '../../fields'
import { shownText } from '../../../core/server/search/contacts-in-text'
import { limitedSum } from '../../../core/format/money'
import { users } from '../../../core/server/tables/users'
import { leftToAnonymise } from '../../../notifications/server/redaction/anonymisations'
import { contactOf, valuesOf, isMaskedFor, itemColumns, toItem } from '../listing/item'
import { withMerged, withMergeTargets } from '../merging/joined'
import { customerNotes, customers } from '../tables'
import { findDuplicates } from '../merging/duplicates'
import { hasValue } from '../anonymising/anonymised-row'
import { paymentsOf } from './transactions'

/**
 * Returns a customer from the mirror, or else from the gateway, so that one just created elsewhere is found too.
 * @throws AppError `not_found`, regardless of how the gateway answers for an unknown ID; `too_many_attempts`; GatewayError
 * if the mirror lacks it and the gateway does not answer.
 */
export async function readCustomer(context: ActorContext, id: string): Promise<CustomerDetail> {
  const row = await findCustomer(context, id)
  if (row) return toDetail(context, row)
  const askedAt = new Date()
  const reply = await askFor(context, id)
  const { engine } = context
  await engine.db.transaction((tx) =>
    mirrorFoundCustomers(tx, context, [{ reply, fingerprint: null }], askedAt),
  )
  await publishLiveEvent(context, { kind: 'customer', id })
  return customerDetail(context, id)
}

/** Possible errors for an unknown ID: the gateway does not document which it is. */
const unknown: string[] = ['gateway_not_found', 'gateway_redirect', 'gateway_rejected']

async function askFor(context: ActorContext, id: string): Promise<CustomerReply> {
  if (!customerId.safeParse(id).success) throw new AppError('not_found')
  await countQuestion(context)
  const reply = await readCustomerAtGateway(context, id).catch((error: unknown) => {
    if (!(error instanceof GatewayError) || !unknown.includes(error.code)) throw error
    throw new AppError('not_found', { cause: error })
  })
  if (reply?.id !== id) throw new AppError('not_found')
  return reply
}

/**
 * Returns a customer's personal data unmasked. Records who asked, not the values.
 * @throws AppError `not_found`, `reveal_limit`.
 */
export async function revealCustomer(context: ActorContext, id: string): Promise<RevealedCustomer> {
  await countReveal(context)
  const row = await loadCustomer(context, id)
  await recordActivity(context.engine.db, context, { action: 'customer.revealed', subject: id })
  await publishLiveEvent(context, { kind: 'customer', id })
  const notes = await maskedNotesOf(context, id)
  return { ...valuesOf(row, allCustomerFields, false), contact: contactOf(row, false), notes }
}

const maxNotes = 200

async function maskedNotesOf(
  { engine, shop, actor }: ActorContext,
  id: string,
): Promise<RevealedCustomer['notes']> {
  const ids = await withMerged(engine.db, shop.id, [id])
  const rows = await engine.db
    .select({ id: customerNotes.id, text: customerNotes.text })
    .from(customerNotes)
    .where(and(eq(customerNotes.shopId, shop.id), inArray(customerNotes.customerId, ids)))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(maxNotes)
  return rows.filter(({ text }) => shownText(actor, text) !== text)
}

/** @throws AppError `not_found`. */
export async function customerDetail(context: ActorContext, id: string): Promise<CustomerDetail> {
  return toDetail(context, await loadCustomer(context, id))
}

async function toDetail(context: ActorContext, row: CustomerRow): Promise<CustomerDetail> {
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
