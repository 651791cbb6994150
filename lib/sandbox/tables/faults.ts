import { index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { moment, sandbox } from './schema'
import { shops } from './shops'

/** Faults ordered with POST /sandbox/faults that have calls remaining. */
export const faults = sandbox.table(
  'faults',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    /** Affected endpoint, such as `products.create`; `http/faults.ts` has the list. */
    endpoint: text('endpoint').notNull(),
    /** Such as `slow`; `http/faults.ts` has the list. */
    kind: text('kind').notNull(),
    parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull(),
    remaining: integer('remaining').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('faults_endpoint').on(table.shopId, table.endpoint, table.createdAt),
  ],
)
