import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { byField } from '../../../core/api/by-field'
import { getTranslator } from '../../../core/i18n/server'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { hasSynced } from '../../../core/server/mirror/keep-fresh'
import { customerCreate, type CustomerCreate } from '../../../gateway/customers/customer'
import { isStorable } from '../../../gateway/values/storable'
import { importOrder } from '../../../jobs/import'
import type {
  Batch,
  ColumnNames,
  FileRow,
  ImportKind,
  Plan,
  PlannedRow,
} from '../../../jobs/server/imports/kind'
import { readTexts } from '../../../jobs/server/imports/reasons'
import {
  anonymisedOutcome,
  isAnonymised,
  sentAtOf,
  settleCreated,
  whereCreatedBy,
} from '../../../jobs/server/imports/settle'
import { dryRunNeedsSince, refreshForRun, requireMirrorSince } from '../../../jobs/server/fresh-list'
import type { RowErrors, JobKind } from '../../../jobs/server/kinds'
import { parsePlanned, whereRowOf } from '../../../jobs/server/load'
import { jobRows, type Job, type JobRow } from '../../../jobs/server/tables'
import { allCustomerFields, customerFieldRows } from '../../fields'
import type { CustomerTarget } from '../../import'
import { customerWarnings } from '../../warnings'
import { anonymiseCustomer } from '../anonymising/anonymise'
import { createCustomer, settleLostCreate } from '../create'
import { matchCustomers, type Match } from '../merging/duplicates'
import { markDuplicates, mergeReasons, rowKeys } from './import-duplicates'
import { plannedCustomer, planRow, readCells } from './import-row'
import { matchesRequest } from './lost-creates'
import { customerMirror } from '../reading/mirror'
import { customers } from '../tables'

/**
 * Refreshes the mirror for a dry run, which sends nothing. If the gateway does not answer, an older mirror is used.
 * @throws Later while another process syncs; GatewayError if the list was never read.
 */
async function refreshForPlan(context: ActorContext, job: Job): Promise<void> {
  try {
    await requireMirrorSince(context, customerMirror, dryRunNeedsSince(job))
  } catch (error) {
    if (!(error instanceof AppError) || !(await hasSynced(context, customerMirror))) throw error
  }
}

/**
 * Refreshes the mirror before a run. Not needed if duplicates are to be created.
 * @throws Later, GatewayError
 */
const prepare: JobKind['prepare'] = async (context, job) => {
  if (!importOrder.parse(job.order).with_existing) await refreshForRun(context, customerMirror, job)
}

/**
 * Column names in files, in several languages. Our own export uses the targets' names. “Customer ID” means the merchant's
 * ID. A plain “name” is not recognised: it may be the first name, the last name or both.
 */
const names: ColumnNames<CustomerTarget> = {
  id: 'id gatewayid',
  ...byField(allCustomerFields, (field) => customerFieldRows[field].columnNames),
}

/**
 * Creates a row's customer. Skips the row if a matching customer has appeared since the dry run; an earlier attempt of
 * the same row may have created it. If the person was anonymised during the request, anonymises the new customer, too.
 */
const sendCustomer: JobKind['send'] = async (context, { job, row, begin }) => {
  if (isAnonymised(row)) return anonymisedOutcome(row)
  const input = parsePlanned(customerCreate, row.change)
  const match = importOrder.parse(job.order).with_existing ? null : await findExisting(context, input)
  if (match) return skippedOutcome(match)
  await begin(null)
  const { id } = await createCustomer(context, input, { isSettling: false })
  if (await wasAnonymised(context, row))
    // The customer exists, so an error here must not mark the row as failed.
    await anonymiseCustomer(context, id).catch((error: unknown) =>
      context.log.error({ err: error, customer: id }, 'imported customer not anonymised'),
    )
  return { state: 'done', subject: id }
}

async function wasAnonymised({ engine, shop }: ActorContext, { jobId, position }: JobRow): Promise<boolean> {
  const whereRow = and(whereRowOf({ shopId: shop.id, id: jobId }), eq(jobRows.position, position))
  const [now] = await engine.db.select({ change: jobRows.change }).from(jobRows).where(whereRow)
  return now !== undefined && isAnonymised(now)
}

/** Settles a row whose create was not answered. The customer may be stored already, although the row was not updated. */
const settleCustomer: JobKind['settle'] = async (context, work) => {
  const { row, read } = work
  if (isAnonymised(row)) return { state: 'unconfirmed', errors: row.errors ?? undefined }
  const input = parsePlanned(customerCreate, row.change)
  const sentAt = sentAtOf(row)
  const made = await context.engine.db
    .select({ id: customers.id, raw: customers.raw })
    .from(customers)
    .where(
      and(
        whereCreatedBy(context, customers, sentAt),
        // Uses the lists' index by e-mail address. `matchesRequest` compares the whole address below.
        sql`left(lower(coalesce(${customers.email}, '')), 200) COLLATE "C" = left(lower(${input.email}), 200) COLLATE "C"`,
      ),
    )
  return settleCreated(context, work, {
    stored: made.filter(({ raw }) => matchesRequest(raw, input)).map(({ id }) => id),
    find: () => settleLostCreate(context, input, sentAt, read),
  })
}

/**
 * Each row creates a customer. The gateway has no update, so rows of existing customers are skipped, unless the order
 * has `with_existing`. As in the form, a shared phone number or an odd value only causes a warning. An import cannot be
 * undone: the gateway neither changes nor deletes customers.
 */
export const customerImport: ImportKind<CustomerTarget> = {
  kind: 'customers.import',
  names,
  keysOf: rowKeys,
  begin: refreshForPlan,
  planner,
  duplicates: findDuplicateRows,
  prepare,
  send: sendCustomer,
  settle: settleCustomer,
  mayRepeat: () => false,
}

async function planner(context: ActorContext, { rows, columns }: Batch<CustomerTarget>) {
  const ids = rows.flatMap(({ cells }) => readCells(readTexts(cells, columns)).id ?? [])
  const known = await knownIds(context, ids)
  return ({ cells }: FileRow): PlannedRow => ({
    ...planRow(cells, { columns, isKnown: (id) => known.has(id) }),
    keys: rowKeys(cells, [...columns]),
  })
}

async function findDuplicateRows(context: ActorContext, batch: Batch<CustomerTarget>, plans: Plan[]) {
  const made = plans.filter(({ state }) => state === 'planned')
  const matches = await matchCustomers(context, made.map(plannedCustomer))
  const existing = new Set<Plan>()
  for (const [at, plan] of made.entries()) {
    const match = matches[at]
    if (match && !match.isHint) existing.add(plan)
    if (match && !match.isHint && !batch.order.with_existing) Object.assign(plan, skippedOutcome(match))
    else Object.assign(plan, { errors: mergeReasons(warningsOf(plan), match ? reasonFor(match) : null) })
  }
  return markDuplicates(context, batch, { plans: made, existing })
}

const skippedOutcome = (match: Match) =>
  ({ state: 'skipped', subject: match.id, errors: reasonFor(match) }) as const

function warningsOf(plan: Plan): RowErrors | null {
  const text = getTranslator('customers.warnings')
  const warnings = customerWarnings(plannedCustomer(plan))
  return warnings.length === 0
    ? null
    : Object.fromEntries(warnings.map(({ field, key }) => [field, [text(key)]]))
}

function reasonFor({ name, reasons, more, isHint }: Match) {
  const text = getTranslator('jobReasons')
  if (isHint) return { base: [text('customer_shares_phone', { name, count: more })] }
  const alike = getTranslator('customers.reasons')
  const values = { name, reasons: reasons.map((reason) => alike(reason)).join(', '), count: more }
  return { base: [text('customer_exists', values)] }
}

async function knownIds({ engine, shop }: ActorContext, given: string[]): Promise<Set<string>> {
  const ids = [...new Set(given)].filter(isStorable)
  if (ids.length === 0) return new Set()
  const rows = await engine.db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), inArray(customers.id, ids), isNull(customers.vanishedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** Returns the customer that a new one would duplicate, or null. A shared phone number alone does not count. */
async function findExisting(context: ActorContext, customer: CustomerCreate): Promise<Match | null> {
  const [match] = await matchCustomers(context, [customer])
  return match && !match.isHint ? match : null
}
