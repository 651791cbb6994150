import 'server-only'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { CustomerTarget } from '../import'
import { customerWarnings } from '../warnings'
import type { CustomerCreate } from '../../gateway/customer'
import { isStorable } from '../../gateway/values'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext } from '../../core/server/context'
import { inTurns, type Batch, type Plan, type Planner } from '../../jobs/server/imports/plan'
import { readTexts } from '../../jobs/server/imports/reasons'
import { type RowErrors, Later } from '../../jobs/server/kinds'
import { customers } from './tables'
import { matchCustomers, type Match } from './duplicates'
import { plannedCustomer, planRow, readCells } from './import-row'
import { rowKeys } from './import-keys'
import { markTwins, noteTwins, withReasons } from './import-twins'
import { importOrder } from '../../jobs/import'
import { AppError } from '../../core/server/errors'
import { holdsSince, wasEverRead } from '../../core/server/mirror/keep-fresh'
import type { Task } from '../../jobs/server/tables'
import { customerMirror } from './mirror'

/** Who was made elsewhere so shortly before is not looked for. */
const minuteMs = 60_000
/** While rows are sent, the mirror grows no older. */
const whileRunningMs = 10 * minuteMs
/** A sync by somebody else is waited for so long until it is asked again. */
const askAgainSeconds = 2

/** Has the mirror hold who was there then: of whom it has not, a second one would be made. @throws Later, GatewayError */
async function needSince(context: ActorContext, since: number): Promise<void> {
  if (!(await holdsSince(context, customerMirror, new Date(since)))) throw new Later(askAgainSeconds)
}

/**
 * For a dry run, which sends nothing: where the gateway does not answer, what was read once has to do.
 * @throws Later where somebody reads the list now; GatewayError where it could not be read and never was.
 */
async function freshForPlan(context: ActorContext): Promise<void> {
  try {
    await needSince(context, Date.now() - minuteMs)
  } catch (error) {
    if (!(error instanceof AppError) || !(await wasEverRead(context, customerMirror))) throw error
  }
}

/**
 * Before rows are sent: who was there when somebody started it, and of what takes longer, a few minutes ago. Not where
 * those who exist are made all the same. @throws Later, GatewayError
 */
export async function freshForRun(context: ActorContext, { order, startedAt }: Task): Promise<void> {
  if (importOrder.parse(order).with_existing) return
  const started = startedAt?.valueOf() ?? Date.now()
  await needSince(context, Math.max(started - minuteMs, Date.now() - whileRunningMs))
}

/**
 * The dry run of a file of customers. The gateway neither changes nor deletes one, so a row about somebody who exists
 * is left out and says who it is; unless the order says that they are to be made all the same (`with_existing`). As in
 * the form, who only shares a telephone number is made, and odd values are only warned of; the row says so.
 */
export const customerPlanner: Planner = {
  begin: freshForPlan,
  plan: planRows,
  end: noteTwins,
}

async function planRows(context: ActorContext, batch: Batch) {
  const { rows, order } = batch
  const columns = order.columns as (CustomerTarget | null)[]
  const ids = rows.flatMap(({ cells }) => readCells(readTexts(cells, columns)).id ?? [])
  const known = await knownIds(context, ids)
  const plans = await inTurns(rows, ({ position, cells }): Plan => {
    const plan = planRow(cells, { columns, isKnown: (id) => known.has(id) })
    return { position, ...plan, keys: rowKeys(cells, columns) }
  })
  const made = plans.filter(({ state }) => state === 'planned')
  const matches = await matchCustomers(context, made.map(plannedCustomer))
  const twins = new Set<Plan>()
  for (const [at, plan] of made.entries()) {
    const match = matches[at]
    if (match && !match.isHint) twins.add(plan)
    if (match && !match.isHint && !order.with_existing) Object.assign(plan, leftOut(match))
    else Object.assign(plan, { errors: withReasons(warningsOf(plan), match ? reasonFor(match) : null) })
  }
  return { plans, twins: await markTwins(context, batch, { plans: made, existing: twins }) }
}

/** What becomes of a row about somebody who exists. */
export const leftOut = (match: Match) =>
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

/** Who a customer that is about to be made would be a second of; null where nobody. */
export async function existing(context: ActorContext, customer: CustomerCreate): Promise<Match | null> {
  const [match] = await matchCustomers(context, [customer])
  return match && !match.isHint ? match : null
}
