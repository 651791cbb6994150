import 'server-only'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { isCompleteSince, wasEverRead } from '../../core/server/mirror/keep-fresh'
import type { CustomerCreate } from '../../gateway/customer'
import { isStorable } from '../../gateway/values'
import { importOrder } from '../../jobs/import'
import { mapYielding, type Batch, type Plan, type Planner } from '../../jobs/server/imports/plan'
import { readTexts } from '../../jobs/server/imports/reasons'
import { type RowErrors, Later } from '../../jobs/server/kinds'
import type { Task } from '../../jobs/server/tables'
import type { CustomerTarget } from '../import'
import { customerWarnings } from '../warnings'
import { matchCustomers, type Match } from './duplicates'
import { rowKeys } from './import-keys'
import { plannedCustomer, planRow, readCells } from './import-row'
import { markDuplicates, publishDuplicateCounts, mergeReasons } from './import-twins'
import { customerMirror } from './mirror'
import { customers } from './tables'

/** Accepted age of the mirror: customers created elsewhere within it are missed. */
const minuteMs = 60_000
/** Maximum age of the mirror while rows are sent. */
const maxMirrorAgeMs = 10 * minuteMs
/** Retry interval while another process syncs. */
const askAgainSeconds = 2

/**
 * Ensures that the mirror is at least as new as `since`: a customer it lacks would be created twice.
 * @throws Later, GatewayError
 */
async function requireMirrorSince(context: ActorContext, since: number): Promise<void> {
  if (!(await isCompleteSince(context, customerMirror, new Date(since)))) throw new Later(askAgainSeconds)
}

/**
 * Refreshes the mirror for a dry run, which sends nothing. If the gateway does not answer, an older mirror will do.
 * @throws Later while another process syncs; GatewayError if the list was never read.
 */
async function refreshForPlan(context: ActorContext): Promise<void> {
  try {
    await requireMirrorSince(context, Date.now() - minuteMs)
  } catch (error) {
    if (!(error instanceof AppError) || !(await wasEverRead(context, customerMirror))) throw error
  }
}

/**
 * Refreshes the mirror before rows are sent: at least as new as the start of the run, or ten minutes old in long runs.
 * Not needed if duplicates are to be created.
 * @throws Later, GatewayError
 */
export async function refreshForRun(context: ActorContext, { order, startedAt }: Task): Promise<void> {
  if (importOrder.parse(order).with_existing) return
  const started = startedAt?.valueOf() ?? Date.now()
  await requireMirrorSince(context, Math.max(started - minuteMs, Date.now() - maxMirrorAgeMs))
}

/**
 * The dry run of a file of customers. The gateway has no update, so rows of existing customers are skipped, unless the
 * order has `with_existing`. As in the form, a shared phone number or an odd value is only a warning.
 */
export const customerPlanner: Planner = {
  begin: refreshForPlan,
  plan: planRows,
  end: publishDuplicateCounts,
}

async function planRows(context: ActorContext, batch: Batch) {
  const { rows, order } = batch
  const columns = order.columns as (CustomerTarget | null)[]
  const ids = rows.flatMap(({ cells }) => readCells(readTexts(cells, columns)).id ?? [])
  const known = await knownIds(context, ids)
  const plans = await mapYielding(rows, ({ position, cells }): Plan => {
    const plan = planRow(cells, { columns, isKnown: (id) => known.has(id) })
    return { position, ...plan, keys: rowKeys(cells, columns) }
  })
  const made = plans.filter(({ state }) => state === 'planned')
  const matches = await matchCustomers(context, made.map(plannedCustomer))
  const twins = new Set<Plan>()
  for (const [at, plan] of made.entries()) {
    const match = matches[at]
    if (match && !match.isHint) twins.add(plan)
    if (match && !match.isHint && !order.with_existing) Object.assign(plan, skippedOutcome(match))
    else Object.assign(plan, { errors: mergeReasons(warningsOf(plan), match ? reasonFor(match) : null) })
  }
  return { plans, twins: await markDuplicates(context, batch, { plans: made, existing: twins }) }
}

export const skippedOutcome = (match: Match) =>
  ({ state: 'skipped', subject: match.id, errors: reasonFor(match) }) as const

function warningsOf(plan: Plan): RowErrors | null {
  const text = getTranslator('customers.warnings')
  const warnings = customerWarnings(plannedCustomer(plan))
  return warnings.length === 0
    ? null
    : Object.fromEntries(warnings.map(({ field, key }) => [field, [text(key)]]))
}

function reasonFor({ id, reasons, more, isHint }: Match) {
  const text = getTranslator('taskReasons')
  if (isHint) return { base: [text('customer_shares_phone', { id, count: more })] }
  const alike = getTranslator('customers.reasons')
  const values = { id, reasons: reasons.map((reason) => alike(reason)).join(', '), count: more }
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

/** Returns the customer that a new one would duplicate, or null. */
export async function findExisting(context: ActorContext, customer: CustomerCreate): Promise<Match | null> {
  const [match] = await matchCustomers(context, [customer])
  return match && !match.isHint ? match : null
}
