import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Settings of the whole installation: one row, with ID 1. Without it, the defaults hold. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  /** Private networks that may be called, as CIDR or single addresses, over plain HTTP too. */
  allowedNetworks: text('allowed_networks').array().notNull().default([]),
  /** Increased by each change, to refuse a change of what somebody else changed. */
  version: integer('version').notNull().default(1),
})
