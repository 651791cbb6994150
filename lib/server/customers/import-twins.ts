import 'server-only'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { importOrder, type ImportTwins } from '../../contracts/import'
import { getTranslator } from '../../i18n/server'
import type { Database } from '../../db/database'
import type { ActorContext } from '../context'
import { countRows } from '../tasks/counts'
import { isRowOf, isTask } from '../tasks/load'
import { taskRows, tasks, type Task } from '../tables/tasks'
import type { DuplicateReason } from './duplicates'
import { duplicateDigits } from './phone'

/** So many rows are named. */
const named = 5
/** No telephone number is longer; of what is, only all of it counts. */
const longestNumber = 40

const reasons: readonly DuplicateReason[] = ['email', 'phone', 'external_id']

/**
 * Leaves out the rows of a dry run about somebody whom an earlier row makes, or would but for somebody in the shop;
 * or only says so, where those are to be made all the same. Notes in the order how many rows there are about somebody
 * who exists. Done anew, it changes nothing.
 */
export async function noteTwins({ engine }: ActorContext, task: Task): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const [held] = await tx
      .select({ order: tasks.order })
      .from(tasks)
      .where(and(isTask(task), eq(tasks.state, 'planning')))
      .for('update')
    if (!held) return
    const order = importOrder.parse(held.order)
    if (order.twins) return
    const twins = await markTwins(tx, task, order.with_existing)
    await tx
      .update(tasks)
      .set({
        order: sql`${tasks.order} || jsonb_build_object('twins', ${JSON.stringify(twins)}::jsonb)`,
        counts: await countRows(tx, task),
      })
      .where(isTask(task))
  })
}

async function markTwins(tx: Database, task: Task, withExisting: boolean): Promise<ImportTwins> {
  const here = sql`${isRowOf(task)} AND ${taskRows.state} IN ('planned', 'skipped')
    AND ${taskRows.change} <> '{}'::jsonb`
  const isTold = sql`${taskRows.errors} IS NOT NULL`
  // Nobody has counted these rows yet: expecting one, the planner would look through all twins for each of them.
  await tx.execute(sql`SET LOCAL enable_nestloop = off`)
  const { rows: told } = await tx.execute<{ position: number; all: number }>(sql`
    SELECT ${taskRows.position}, (count(*) OVER ())::int AS all FROM ${taskRows} WHERE ${here} AND ${isTold}
    ORDER BY ${taskRows.position} LIMIT ${named}`)
  const { rows: marked } = await tx.execute<{ position: number; all: number }>(sql`
    WITH ${earlierRows(here)}, marked AS (
      UPDATE ${taskRows} SET state = ${withExisting ? 'planned' : 'skipped'}, errors = jsonb_build_object('base',
        jsonb_build_array(replace((${sql.param(texts())}::text[])[1 + twins.by], '{row}', twins.first::text)))
      FROM twins WHERE ${here} AND NOT ${isTold} AND ${taskRows.position} = twins.position
      RETURNING ${taskRows.position})
    SELECT position, (count(*) OVER ())::int AS all FROM marked ORDER BY position LIMIT ${named}`)
  const first = [...told, ...marked].map(({ position }) => position).sort((one, other) => one - other)
  return { existing: told[0]?.all ?? 0, in_file: marked[0]?.all ?? 0, rows: first.slice(0, named) }
}

/** By each set of reasons (1, 2 and 4 in their order), what is said of a row; `{row}` is the other's number. */
const texts = (): string[] => {
  const words = getTranslator('customers.reasons')
  return Array.from({ length: 2 ** reasons.length }, (_, set) =>
    getTranslator('taskReasons')('customer_in_file', {
      position: '{row}',
      reasons: reasons
        .filter((_reason, at) => set & (2 ** at))
        .map((reason) => words(reason))
        .join(', '),
    }),
  )
}

/**
 * `twins`: rows with the first earlier one that has the same e-mail address, telephone number or ID, and by which
 * (`by`, a set). The rule is that of duplicates.ts: two numbers are the same where one ends with the other, which has
 * at least so many digits; so each stands under all of its ends. Without a join, whatever the planner expects.
 */
const earlierRows = (here: SQL) => sql`
  made AS (
    SELECT position, lower(change->>'email') AS email, change->>'external_id' AS external_id, ltrim(regexp_replace(
      replace(coalesce(change->>'phone', ''), '(0)', ''), '[^0-9]', '', 'g'), '0') AS digits
    FROM ${taskRows} WHERE ${here}
  ), ends AS (
    SELECT position, digits, right(digits, size) AS ending FROM made CROSS JOIN LATERAL generate_series(
      least(length(digits), ${duplicateDigits}), length(digits)) size
    WHERE digits <> '' AND length(digits) <= ${longestNumber}
  ), alike AS (
    SELECT position, digits = ending AS is_whole, min(position) OVER same AS with_end,
      min(position) FILTER (WHERE digits = ending) OVER same AS whole
    FROM ends WINDOW same AS (PARTITION BY ending)
  ), found AS (
    SELECT position, min(position) OVER (PARTITION BY email) AS first, 1 AS by FROM made WHERE email IS NOT NULL
    UNION ALL
    SELECT position, least(min(whole), min(with_end) FILTER (WHERE is_whole)), 2 FROM alike GROUP BY position
    UNION ALL
    SELECT position, min(position) OVER (PARTITION BY external_id), 4 FROM made WHERE external_id IS NOT NULL
  ), nearest AS (
    SELECT *, min(first) OVER (PARTITION BY position) AS earliest FROM found WHERE first < position
  ), twins AS (
    SELECT position, first, sum(by)::int AS by FROM nearest WHERE first = earliest GROUP BY position, first
  )`
