import 'server-only'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { removeCardTokensOf } from '../../../card-tokens/server/remove'
import { anonymiseCheckouts } from '../../../checkouts/server/anonymise'
import type { LiveEvent } from '../../../core/events'
import { forgetDetail } from '../../../core/server/activity/forget'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { forgetWords } from '../../../core/server/lists/words'
import { publishLiveEvent } from '../../../core/server/live'
import { activity, idempotencyKeys } from '../../../core/server/tables/requests'
import type { Database } from '../../../db/database'
import { customerFields } from '../../../gateway/customers/customer'
import { type Names, wordsOfName } from '../../../notifications/server/redaction/anonymise'
import {
  finishAnonymisation,
  startAnonymisation,
  type Anonymisation,
} from '../../../notifications/server/redaction/anonymisations'
import { workOutRest, workOutSome } from '../../../notifications/server/interpreting/outstanding'
import { announce } from '../../../notifications/server/interpreting/process'
import { anonymisePaymentNotes } from '../../../payments/server/detail/notes'
import { anonymiseReconciliations } from '../../../payments/server/reconciliation/anonymise'
import type { CustomerDetail } from '../../schema'
import { customerDetail } from '../reading/read'
import { anonymiseImportRows } from '../importing/import-anonymise'
import { withMerged, withMergeTargets } from '../merging/joined'
import { lockCustomers, identifyingKeys } from '../merging/link'
import { customerSource } from '../listing/list'
import type { CustomerRow } from '../reading/mirror'
import { misspellableTexts } from '../listing/search'
import { customerNotes, customers } from '../tables'
import { anonymisedColumns } from './anonymised-row'

/**
 * Anonymises a customer, and all customers merged with it, for a data-protection request: the mirror and local data,
 * their notifications and checkouts, import rows, statements and stored answers. Deletes their card tokens. Keeps IDs and
 * payments, without the person. The gateway keeps its data, which is not mirrored again. Cannot be undone. Idempotent.
 * @throws AppError `not_found`; `notifications_outstanding` if too many notifications are unprocessed, so that it is not
 *   known whose they are.
 */
export async function anonymiseCustomer(context: ActorContext, id: string): Promise<CustomerDetail> {
  await anonymiseMerged(context, id)
  await publishAnonymised(context)
  return customerDetail(context, id)
}

/** Kinds of live events for all that shows a person. `notification` also covers payments and reconciliations. */
const changedKinds = [
  'customers',
  'notification',
  'checkout',
  'card_token',
  'task',
  'forwarding',
] as const satisfies readonly LiveEvent['kind'][]

/** Tells browsers that customers were anonymised. Call after the commit. */
export async function publishAnonymised(context: Omit<ShopContext, 'actor'>): Promise<void> {
  for (const kind of changedKinds) await publishLiveEvent(context, { kind })
}

/** Notification bodies to rewrite before answering, which takes about a second. The rest follows in the background. */
const awaitedBodies = 500

/** `isStillDue`: checks under the lock whether to continue. `detail`: is recorded in the activity. */
type Reason = { isStillDue?: (tx: Database) => Promise<boolean>; detail?: Record<string, unknown> }

/**
 * As {@link anonymiseCustomer}, for any caller, without live events. Returns the IDs of all customers in the merge tree;
 * none if no longer due.
 * @throws AppError as `anonymiseCustomer`.
 */
export async function anonymiseMerged(
  context: ShopContext,
  id: string,
  reason: Reason = {},
): Promise<string[]> {
  const { engine, shop } = context
  await workOutSome(context)
  const { family, anonymisation, workedOut } = await engine.db.transaction(async (tx) => {
    await lockCustomers(tx, shop.id)
    // An unprocessed notification may be theirs, and would show their data later.
    const rest = await workOutRest(tx, context)
    if (rest === null) throw new AppError('notifications_outstanding')
    const ids = id.includes('\0')
      ? []
      : await withMerged(tx, shop.id, await withMergeTargets(tx, shop.id, [id]))
    const rows = await tx
      .select()
      .from(customers)
      .where(and(eq(customers.shopId, shop.id), inArray(customers.id, ids)))
      .orderBy(customers.id)
      .for('update')
    if (rows.length === 0) throw new AppError('not_found')
    if (reason.isStillDue && !(await reason.isStillDue(tx)))
      return { family: [], anonymisation: null, workedOut: rest }
    const named = rows.filter(({ anonymisedAt }) => anonymisedAt === null)
    const left = named.length > 0 ? await anonymise(tx, context, named, reason.detail) : null
    return { family: ids, anonymisation: left, workedOut: rest }
  })
  for (const one of workedOut) await announce(context, one)
  const isFinished =
    anonymisation === null || (await finishAnonymisation(context, anonymisation, awaitedBodies))
  if (!isFinished) await engine.queues.send('notifications.blank', {}, { key: 'all' })
  return family
}

async function anonymise(
  tx: Database,
  context: ShopContext,
  rows: CustomerRow[],
  detail: Reason['detail'],
): Promise<Anonymisation> {
  const { shop } = context
  const ids = rows.map(({ id }) => id)
  // A key that more than `maxSharing` customers share identifies none of them. Phone numbers and tracking IDs do not
  // identify a person either: another person's order may have the customer's external ID as its tracking ID.
  const keys = await identifyingKeys(
    tx,
    shop.id,
    [...new Set(rows.flatMap((row) => row.keys))].filter(isIdentifying),
  )
  const names = namesOf(rows)
  const valuesOf = (kind: string) =>
    keys.flatMap((key) => (key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : []))
  const person = {
    customerIds: ids,
    emails: valuesOf('email'),
    externalIds: valuesOf('external_id'),
    names,
  }
  await anonymisePaymentNotes(tx, shop.id, ids)
  await anonymiseReconciliations(tx, shop.id, person)
  const { anonymisation, found } = await startAnonymisation(tx, shop.id, { customerIds: ids, keys, names })
  const made = await anonymiseCheckouts(tx, shop.id, person)
  const cards = await removeCardTokensOf(tx, shop.id, person)
  const notes = await tx
    .update(customerNotes)
    .set({ text: '' })
    .where(and(eq(customerNotes.shopId, shop.id), inArray(customerNotes.customerId, ids)))
    .returning({ id: customerNotes.id })
  const whereLabelling = eq(activity.action, 'customer.labelled')
  await forgetDetail(tx, shop.id, and(whereLabelling, inArray(activity.subject, ids)))
  await anonymiseAnswers(tx, shop.id, ids)
  await anonymiseImportRows(tx, context, rows)
  for (const row of rows) {
    await anonymiseRow(tx, row)
    await recordActivity(tx, context, {
      action: 'customer.anonymised',
      subject: row.id,
      detail: {
        ...detail,
        notifications: found,
        notes: notes.length,
        checkouts: made,
        card_tokens: cards,
        customers: ids,
      },
    })
  }
  const texts = rows.flatMap((row) => [...misspellableTexts(row), ...misspellableTexts({ ...row.contact })])
  await forgetWords(tx, shop.id, customerSource, texts)
  return anonymisation
}

const isIdentifying = (key: string): boolean => !key.startsWith('phone:') && !key.startsWith('tracking_id:')

/** Returns what to search for in texts: `texts` and `ids` as a whole, `words` as separate words. */
function namesOf(rows: CustomerRow[]): Required<Names> {
  const texts = rows.flatMap((row) => [
    row.email,
    row.phone,
    row.address,
    row.contact?.email,
    row.contact?.phone,
    row.contact?.address,
    [row.firstName, row.lastName].filter(Boolean).join(' '),
    [row.lastName, row.firstName].filter(Boolean).join(' '),
    [row.lastName, row.firstName].filter(Boolean).join(', '),
  ])
  const given = (text: string | null | undefined): text is string => !!text && text.trim() !== ''
  return {
    texts: texts.filter(given).map((text) => text.trim()),
    ids: rows.map(({ externalId }) => externalId).filter(given),
    words: [
      ...new Set(
        rows
          .flatMap(({ firstName, lastName }) => [firstName, lastName])
          .filter(given)
          .flatMap(wordsOfName),
      ),
    ],
  }
}

/** Anonymises the answers stored with idempotency keys that contain these customers, also as duplicates of others. */
async function anonymiseAnswers(tx: Database, shopId: string, ids: string[]): Promise<void> {
  const fields = Object.fromEntries(Object.keys(customerFields).map((name) => [name, null]))
  const anonymised = { ...fields, contact: {}, labels: [], anonymised: true }
  const others = { duplicates: [], merged: [] }
  const { response } = idempotencyKeys
  const whereTheirs = inArray(sql`${response} ->> 'id'`, ids)
  await tx
    .update(idempotencyKeys)
    .set({
      response: sql`${response} || ${JSON.stringify(others)}::jsonb ||
        CASE WHEN ${whereTheirs} THEN ${JSON.stringify(anonymised)}::jsonb ELSE '{}' END`,
    })
    .where(
      and(
        eq(idempotencyKeys.shopId, shopId),
        sql`${response} ? 'duplicates'`,
        sql`${response}::text LIKE ANY(${sql.param(ids.map((id) => `%${id}%`))}::text[])`,
      ),
    )
}

const anonymiseRow = (tx: Database, row: CustomerRow) =>
  tx
    .update(customers)
    .set(anonymisedColumns(row))
    .where(and(eq(customers.shopId, row.shopId), eq(customers.id, row.id)))
