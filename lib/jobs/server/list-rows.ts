import 'server-only'
import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { JobRowItem, JobRowPage, JobRowsQuery } from '../schema'
import { may } from '../../core/permissions'
import type { ActorContext } from '../../core/server/context'
import { maskFreeText } from '../../core/server/search/contacts-in-text'
import { customers } from '../../customers/server/tables'
import { checkouts } from '../../checkouts/server/tables'
import { products } from '../../products/server/tables'
import { holdsPeople } from '../permissions'
import { jobRows, type Job, type JobRow } from './tables'
import { checkoutIdOf, whereRowOf, loadJob } from './load'

/** @throws AppError `not_found`. */
export async function listJobRows(
  context: ActorContext,
  id: string,
  { state, cursor, limit }: JobRowsQuery,
): Promise<JobRowPage> {
  const job = await loadJob(context, id)
  // The dry run was restarted: rows beyond its progress still hold an outdated plan.
  const plannedTo = job.state === 'planning' ? job.order.planned_to : undefined
  const rows = await context.engine.db
    .select({ row: jobRows, product, customer, checkout })
    .from(jobRows)
    .leftJoin(products, and(eq(products.shopId, jobRows.shopId), eq(products.id, jobRows.subject)))
    .leftJoin(customers, and(eq(customers.shopId, jobRows.shopId), eq(customers.id, jobRows.subject)))
    .leftJoin(checkouts, and(eq(checkouts.shopId, jobRows.shopId), eq(checkouts.id, jobRows.subject)))
    .where(
      and(
        whereRowOf(job),
        gt(jobRows.position, cursor === undefined ? 0 : Number(cursor)),
        state && inArray(jobRows.state, state),
        // The dry run has not reached these rows yet.
        state ? undefined : sql`${jobRows.state} <> 'pending'`,
        plannedTo === undefined ? undefined : lte(jobRows.position, Number(plannedTo)),
      ),
    )
    .orderBy(asc(jobRows.position))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return {
    items: shown.map((found) => shownTo(context, job, { ...toItem(job, found.row), ...namesOf(found) })),
    next_cursor: rows.length > limit ? String(shown.at(-1)?.row.position) : null,
  }
}

/** Leaves out a row's personal data, for API tokens without the scope: people who see such jobs see it. */
const shownTo = ({ actor }: ActorContext, { kind }: Job, row: JobRowItem): JobRowItem =>
  holdsPeople(kind) && !may(actor, 'personal_data.read')
    ? { ...row, name: null, change: {}, before: null, cells: null, errors: maskReasons(row.errors) }
    : row

/** A reason may name a customer by the e-mail address. */
const maskReasons = (errors: JobRowItem['errors']): JobRowItem['errors'] =>
  errors &&
  Object.fromEntries(
    Object.entries(errors).map(([field, reasons]) => [field, reasons.map((reason) => maskFreeText(reason))]),
  )

const product = { name: products.name, currency: products.currency }
const checkout = { name: checkouts.description, currency: checkouts.currency }
const customer = { first_name: customers.firstName, last_name: customers.lastName, email: customers.email }

type Found = {
  row: JobRow
  product: Record<keyof typeof product, string | null> | null
  checkout: Record<keyof typeof checkout, string | null> | null
  customer: Record<keyof typeof customer, string | null> | null
}

/**
 * Prefers the current name of a product or checkout, then the name in the row, then the customer's: the customer that a
 * skipped row refers to is not the one in the row.
 */
function namesOf({ row, product: one, checkout: other, customer: known }: Found) {
  const held = one ?? other
  const change = fieldsOf(row)
  return {
    name: held?.name ?? textOrNull(change.name) ?? personName(change) ?? (known && personName(known)),
    currency: held?.currency ?? textOrNull(change.currency),
  }
}

function personName({ first_name: first, last_name: last, email }: Record<string, unknown>): string | null {
  const name = [textOrNull(first), textOrNull(last)].filter(Boolean).join(' ')
  return name || textOrNull(email)
}

function toItem({ kind }: Job, row: JobRow): Omit<JobRowItem, 'name' | 'currency'> {
  // Links to the checkout's page, which says what can be done.
  const isLost = kind === 'checkouts.import' && row.state === 'unconfirmed'

  // `updated_at` is only for settling. A product that a copy created had no values before.
  const { updated_at: _, ...before } = row.before ?? {}
  return {
    position: row.position,
    state: row.state,
    subject: isLost ? checkoutIdOf(row) : row.subject,
    change: fieldsOf(row),
    before: Object.keys(before).length > 0 ? before : null,
    errors: row.errors,
    // Rows of a copy say which product of another shop it was.
    cells: kind === 'products.copy' ? null : row.cells,
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

/** Returns the fields to be sent. Flattens a checkout's nested objects, without its settings. */
function fieldsOf({ change }: JobRow): Record<string, unknown> {
  const { checkout: request, ...own } = change
  if (typeof request !== 'object' || request === null) return change
  const { order, customer: payer, transaction_type, test } = request as Record<string, object | undefined>
  const { description: name, ...rest } = { ...order } as Record<string, unknown>
  return { name, ...rest, ...payer, transaction_type, ...(test && { test }), ...own }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
