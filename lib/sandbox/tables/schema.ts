import { customType, pgSchema, timestamp } from 'drizzle-orm/pg-core'

/** The emulated gateway's database schema. The back office must not use it. */
export const sandbox = pgSchema('sandbox')

/** A timestamp to the millisecond, the API's precision. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Raw bytes: sealed secrets, and bodies whose signature must stay valid. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
