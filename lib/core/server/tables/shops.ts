import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ShopDetail, verificationPolicies } from '../../shop'
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
  /** Whether support makes checkouts, too. */
  supportCheckouts: boolean('support_checkouts').notNull().default(false),
  /** Whether cards may be typed in here (endpoint 1), which brings the installation into the scope of PCI DSS. */
  directTokenization: boolean('direct_tokenization').notNull().default(false),
  /** Whether the merchant account is 3-D Secure enabled: then a tokenization needs a return_url. */
  threeDSecure: boolean('three_d_secure').notNull().default(false),
  /** Whether the gateway knows the query for a payment token, which is outside the interface (docs/gateway.md#optional-queries). */
  checkoutQuery: boolean('checkout_query').notNull().default(false),
  /** How often payment of a new checkout can be tried, unless its form or file says otherwise. */
  checkoutAttempts: integer('checkout_attempts').notNull().default(3),
  /** Where notifications may come from, as CIDR; empty: from anywhere (lib/notifications/server/authenticity.ts). */
  networks: text('networks').array().notNull().default([]),
  /** Whether coming from there is evidence enough. */
  networkIsEnough: boolean('network_is_enough').notNull().default(false),
  /** How verification requests are answered (lib/notifications/server/verify.ts). */
  verificationPolicy: text('verification_policy')
    .$type<(typeof verificationPolicies)[number]>()
    .notNull()
    .default('accept_all'),
  verificationEndpoint: text('verification_endpoint'),
  verificationSecretSealed: bytea('verification_secret_sealed'),
  verificationAcceptsOnFailure: boolean('verification_accepts_on_failure').notNull().default(true),
  /** After so many months a notification's body is removed, and what it says of a person; null: never. */
  payloadMonths: integer('payload_months'),
  personalMonths: integer('personal_months'),
  /** Of what was received before then, it is done (lib/notifications/server/retention.ts). */
  payloadsRemovedBefore: instant('payloads_removed_before'),
  personalRemovedBefore: instant('personal_removed_before'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Hook keys that were replaced, and answer for a while. */
export const oldHookKeys = pgTable('old_hook_keys', {
  key: text('key').primaryKey(),
  shopId: text('shop_id')
    .notNull()
    .references(() => shops.id),
  until: instant('until').notNull(),
})
