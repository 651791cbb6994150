import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShopDetail } from '../../contracts/shop'
import { bytea, instant } from './columns'

/**
 * Shops, by the name they have in addresses (`sandbox`, `shop-361`). `hook_key` routes what the gateway
 * calls and is never evidence. The secret key is sealed.
 */
export const shops = pgTable('shops', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  mode: text('mode').$type<ShopDetail['mode']>().notNull(),
  gatewayShopId: integer('gateway_shop_id').notNull(),
  secretKeySealed: bytea('secret_key_sealed').notNull(),
  gatewayUrl: text('gateway_url').notNull(),
  apmUrl: text('apm_url').notNull(),
  checkoutUrl: text('checkout_url').notNull(),
  hookKey: text('hook_key').notNull().unique(),
  /** Bare Base64 without PEM lines, as the provider shows it; verifies `Content-Signature`. */
  publicKey: text('public_key'),
  minorUnits: jsonb('minor_units').$type<Record<string, number>>().notNull().default({}),
  /** Customers without activity for so many months are anonymised (customers/retention.ts); null: none ever is. */
  retentionMonths: integer('retention_months'),
  createdAt: instant('created_at').notNull().defaultNow(),
})
