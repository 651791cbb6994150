/** Column types that drizzle lacks, and short names for common ones. */
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
