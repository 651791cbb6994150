import 'server-only'
import { sql, type SQL } from 'drizzle-orm'

/** Types of transactions by which money comes in. A refund takes nothing off: the two are shown beside each other. */
const types = ['payment', 'charge', 'capture']

const column = (table: string, name: string): SQL => sql.raw(`${table}.${name}`)

/** Whether a notification (by this alias of the table) tells of money that came in. A test payment is none. */
export const isPaid = (table: string): SQL =>
  sql`(${column(table, 'status')} = 'successful' AND ${isCounted(table)})`

/** Whether it tells of a payment that was tried in earnest, whatever became of it. */
export const isCounted = (table: string): SQL =>
  sql`(${column(table, 'type')} IN (${sql.join(
    types.map((type) => sql`${type}`),
    sql`, `,
  )}) AND ${column(table, 'test')} IS NOT TRUE)`
