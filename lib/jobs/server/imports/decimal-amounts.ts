import 'server-only'
import { and, asc, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { getTranslator } from '../../../core/i18n/server'
import type { ImportOrder } from '../../import'
import { whereRowOf } from '../load'
import { jobRows, type Job } from '../tables'
import type { Batch, Plan } from './kind'
import { invalidPlan } from './reasons'

/**
 * Returns the first row with decimals in the column that is read as `amount`, in minor units. Other rows of such a file
 * probably mean major units too: 10 beside 12.50 is rarely 0.10. Null if a price in major units shows which they are.
 */
export async function findDecimalAmount(
  db: Database,
  job: Job,
  columns: Batch['columns'],
): Promise<ImportOrder['decimal_amount']> {
  const at = columns.indexOf('amount')
  if (at < 0 || columns.includes('price')) return null
  const cell = sql<string>`${jobRows.cells}->>${at}::int`
  const [row] = await db
    .select({ row: jobRows.position, cell: sql<string>`left(${cell}, 40)` })
    .from(jobRows)
    .where(and(whereRowOf(job), sql`${cell} ~ '^\\s*\\d+[.,]\\d+\\s*$'`))
    .orderBy(asc(jobRows.position))
    .limit(1)
  return row ?? null
}

/** Refuses to set an amount that may be in major units. */
export function withCertainAmount(plan: Plan, found: ImportOrder['decimal_amount']): Plan {
  const isSet = plan.before === null || Object.hasOwn(plan.change, 'amount')
  if (!found || plan.state !== 'planned' || !isSet) return plan
  const reason = getTranslator('jobReasons')('amount_beside_decimals', found)
  return { position: plan.position, ...invalidPlan({ amount: [reason] }, plan.subject) }
}
