import { bigint, index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, sandbox } from './schema'
import { shops } from './shops'

/** Customers (docs/gateway.md#customers). */
export const customers = sandbox.table(
  'customers',
  {
    shopId: integer('shop_id')
      .notNull()
      .references(() => shops.id),
    /** `cst_` and 16 hexadecimal digits. */
    id: text('id').notNull(),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    fields: jsonb('fields').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('customers_newest').on(table.shopId, table.position.desc().nullsFirst()),
  ],
)
