import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ImportTwins } from '../../jobs/import'
import type { ActorContext } from '../../core/server/context'
import { whereRowOf, whereTask } from '../../jobs/server/load'
import { products } from './tables'
import { taskRows, tasks, type Task } from '../../jobs/server/tables'

/** So many rows are named. */
const named = 5

/**
 * Notes in the order which rows of a dry run make a product that an earlier row makes too, or that the shop has
 * already: with the same name, amount and currency. They are made all the same; somebody should know before.
 */
export async function noteTwins({ engine, shop }: ActorContext, task: Task): Promise<void> {
  const here = and(whereRowOf(task), eq(taskRows.state, 'planned'), isNull(taskRows.subject))
  const { rows } = await engine.db.execute<ImportTwins>(sql`
    WITH made AS (
      SELECT position, lower(change->>'name') AS name, (change->>'amount')::bigint AS amount,
        change->>'currency' AS currency, row_number() OVER (
          PARTITION BY lower(change->>'name'), change->>'amount', change->>'currency' ORDER BY position) AS place
      FROM ${taskRows} WHERE ${here}
    ), held AS (
      SELECT DISTINCT position FROM made JOIN ${products} ON ${products.shopId} = ${shop.id}
        AND ${products.vanishedAt} IS NULL AND ${products.archivedAt} IS NULL AND lower(${products.name}) = made.name
        AND ${products.amount} = made.amount AND ${products.currency} = made.currency
    ), twins AS (SELECT position FROM made WHERE place > 1 UNION SELECT position FROM held)
    SELECT (SELECT count(*)::int FROM made WHERE place > 1) AS in_file, (SELECT count(*)::int FROM held) AS existing,
      ARRAY(SELECT position FROM twins ORDER BY position LIMIT ${named}) AS rows`)
  await engine.db
    .update(tasks)
    .set({ order: sql`${tasks.order} || jsonb_build_object('twins', ${JSON.stringify(rows[0])}::jsonb)` })
    .where(and(whereTask(task), eq(tasks.state, 'planning')))
}
