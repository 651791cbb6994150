import { customType, pgSchema, timestamp } from 'drizzle-orm/pg-core'

/** The emulated gateway's own corner of the database. The back office has no business here. */
export const sandbox = pgSchema('sandbox')

/** A point in time to the millisecond, which is what the interface shows. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Bytes as they are: sealed secrets, and bodies whose signature must hold. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
