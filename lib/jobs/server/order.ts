import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { tasks } from './tables'

/**
 * The task's order with these in it, and without those; what else stands there by now, as a customer may be blanked in
 * it, stays.
 */
export const withNotes = (notes: Record<string, unknown>, without: readonly string[] = []): SQL =>
  sql`(${tasks.order} - ${sql.param(without)}::text[]) || ${JSON.stringify(notes)}::jsonb`
