import 'server-only'
import { and, eq, gte, sql } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { customerCreate, type CustomerCreate } from '../../gateway/customer'
import { importOrder } from '../../jobs/import'
import { planFile } from '../../jobs/server/imports/plan'
import type { TaskKind, Outcome } from '../../jobs/server/kinds'
import { unclaimed, mayBeRepeated, parsePlanned } from '../../jobs/server/load'
import type { TaskRow } from '../../jobs/server/tables'
import { createCustomer, matchesRequest, settleLostCreate } from './create'
import { refreshForRun, customerPlanner, findExisting, skippedOutcome } from './import-plan'
import { customers } from './tables'

/** Creates a row's customer, unless a match has appeared since the dry run, which may be this row's own. */
const sendCustomer: TaskKind['send'] = async (context, { task, row, begin }) => {
  const input = parsePlanned(customerCreate, row.change)
  const match = importOrder.parse(task.order).with_existing ? null : await findExisting(context, input)
  if (match) return skippedOutcome(match)
  await begin(null)
  const { id } = await createCustomer(context, input, { settles: false })
  return { state: 'done', subject: id }
}

const unknown = (): Outcome => ({
  state: 'unconfirmed',
  errors: { base: [getTranslator('taskReasons')('unconfirmed')] },
})

/**
 * Finds the outcome of a row whose sender got no answer. Sends again only if a person says so: a duplicate customer
 * could not be deleted.
 */
const settleCustomer: TaskKind['settle'] = async (context, { task, row }) => {
  if (isBlanked(row)) return { state: 'unconfirmed', errors: row.errors ?? undefined }
  const input = parsePlanned(customerCreate, row.change)
  const sentAt = row.sentAt ?? new Date(0)
  const kept = await findStored(context, row, input, sentAt)
  if (kept) return { state: 'done', subject: kept }
  const settled = await settleLostCreate(context, input, sentAt).catch(severalOrThrow)
  if (settled === 'several') return unknown()
  if (settled) return { state: 'done', subject: settled.id }
  return mayBeRepeated(task, row) ? { state: 'planned' } : unknown()
}

/** The customer was anonymised (import-blank.ts): what was sent is no longer known. */
const isBlanked = ({ change }: TaskRow): boolean => Object.keys(change).length === 0

/** Several customers could be the one created. Rethrows other errors. */
function severalOrThrow(error: unknown): 'several' {
  if (error instanceof AppError && error.code === 'unconfirmed') return 'several'
  throw error
}

/** Returns the customer that this row created and that was stored, although the row itself was not updated. */
async function findStored(
  { engine, shop, actor }: ActorContext,
  row: TaskRow,
  input: CustomerCreate,
  sentAt: Date,
): Promise<string | null> {
  const made = await engine.db
    .select({ id: customers.id, raw: customers.raw })
    .from(customers)
    .where(
      and(
        eq(customers.shopId, shop.id),
        // Uses the index of lists. The exact address is compared below.
        sql`left(lower(coalesce(${customers.email}, '')), 200) COLLATE "C" = left(lower(${input.email}), 200) COLLATE "C"`,
        gte(customers.firstSeenAt, sentAt),
        gte(customers.submittedAt, sentAt),
        eq(customers.submittedBy, actor.userId),
      ),
    )
  const alike = made.filter(({ raw }) => matchesRequest(raw, input)).map(({ id }) => id)
  const free = await unclaimed(engine.db, row, alike)
  return free.length === 1 ? (free[0] ?? null) : null
}

/** Jobs about customers. None can be undone: the gateway neither changes nor deletes customers. */
export const customerTasks = {
  'customers.import': {
    planBatch: (context, task) => planFile(context, task, customerPlanner),
    prepare: refreshForRun,
    send: sendCustomer,
    settle: settleCustomer,
    mayRepeat: () => false,
  },
} satisfies Record<string, TaskKind>
