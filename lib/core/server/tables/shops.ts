import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { PageDefaults } from '../../page-defaults'
import type { Role } from '../../permissions'
import type { logoTypes, ShopDetail, verificationPolicies } from '../../shop'
import { bytea, instant } from './columns'

/**
 * Shops, by their name in addresses (`sandbox`, `shop-361`). `hook_key` routes the gateway's requests and is never
 * evidence. The secret key is sealed.
 */
export const shops = pgTable('shops', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  mode: text('mode').$type<ShopDetail['mode']>().notNull(),
  gatewayShopId: integer('gateway_shop_id').notNull(),
  secretKeySealed: bytea('secret_key_sealed').notNull(),
  secretKeySetAt: instant('secret_key_set_at').notNull().defaultNow(),
  /** The person who entered the secret key; null: the environment did. */
  secretKeySetBy: uuid('secret_key_set_by'),
  gatewayUrl: text('gateway_url').notNull(),
  apmUrl: text('apm_url').notNull(),
  checkoutUrl: text('checkout_url').notNull(),
  /** Whether a person entered the addresses. If so, only networks that the installation allows are called. */
  areAddressesEntered: boolean('are_addresses_entered').notNull().default(false),
  hookKey: text('hook_key').notNull().unique(),
  /** Base64 without PEM lines, as the provider shows it. Verifies `Content-Signature`. */
  publicKey: text('public_key'),
  /** IANA name of the time zone of figures; null: the viewer's (`zoneOf` in shop/load.ts). */
  timeZone: text('time_zone'),
  minorUnits: jsonb('minor_units').$type<Record<string, number>>().notNull().default({}),
  /** Customers without activity for this many months are anonymised (customers/retention.ts); null: never. */
  retentionMonths: integer('retention_months'),
  /** Whether support may create checkouts. */
  hasSupportCheckouts: boolean('support_checkouts').notNull().default(false),
  /** Whether cards may be typed in at Counterfoil (endpoint 1), which puts the installation in the scope of PCI DSS. */
  hasDirectTokenization: boolean('direct_tokenization').notNull().default(false),
  /** Whether the merchant account uses 3-D Secure. A tokenization then needs a return_url. */
  hasThreeDSecure: boolean('three_d_secure').notNull().default(false),
  /** Whether the gateway can query a payment token, beyond the interface (docs/gateway.md#optional-queries). */
  hasCheckoutQuery: boolean('checkout_query').notNull().default(false),
  /** Whether the gateway can query a transaction, beyond the interface (docs/gateway.md#optional-queries). */
  hasTransactionQuery: boolean('transaction_query').notNull().default(false),
  /** Default number of payment attempts of a new checkout. */
  checkoutAttempts: integer('checkout_attempts').notNull().default(3),
  /** The defaults of payment pages of new checkouts and products. */
  pageDefaults: jsonb('page_defaults').$type<PageDefaults>().notNull().default({}),
  /** Address of a transaction in the provider's back office, with `{uid}`; null: unknown. */
  transactionPage: text('transaction_page'),
  /** Networks that notifications may come from, as CIDR; empty: any (lib/notifications/server/receiving/authenticity.ts). */
  networks: text('networks').array().notNull().default([]),
  /** Whether coming from `networks` is enough evidence. */
  networkIsEnough: boolean('network_is_enough').notNull().default(false),
  /** How verification requests are answered (lib/notifications/server/receiving/verify.ts). */
  verificationPolicy: text('verification_policy')
    .$type<(typeof verificationPolicies)[number]>()
    .notNull()
    .default('accept_all'),
  verificationEndpoint: text('verification_endpoint'),
  verificationSecretSealed: bytea('verification_secret_sealed'),
  verificationAcceptsOnFailure: boolean('verification_accepts_on_failure').notNull().default(true),
  /** Months until a notification's body (`payload…`) or personal data (`personal…`) is removed; null: never. */
  payloadMonths: integer('payload_months'),
  personalMonths: integer('personal_months'),
  /** Removal is complete for notifications received before this time (lib/notifications/server/retention.ts). */
  payloadsRemovedBefore: instant('payloads_removed_before'),
  personalRemovedBefore: instant('personal_removed_before'),
  /** The roles that need a second factor here, since when, and how many days people have to add one. */
  factorRoles: text('factor_roles').array().$type<Role[]>().notNull().default([]),
  factorSince: instant('factor_since'),
  factorGraceDays: integer('factor_grace_days').notNull().default(7),
  /** How many masked values one person may reveal in an hour. */
  revealsPerHour: integer('reveals_per_hour').notNull().default(60),
  /** The name that customers know, for shared links, QR codes and print; null: none. */
  publicName: text('public_name'),
  /** SHA-256 of the logo (shopLogos), in hex; null: no logo. */
  logoHash: text('logo_hash'),
  /** Increased by each change of the shop or its settings, to refuse a change of what someone else changed. */
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** An archived shop can only be read, and nothing is called for it. Its notifications are still recorded. */
  archivedAt: instant('archived_at'),
  archivedBy: uuid('archived_by'),
  /** Since when it is being deleted: it is hidden, and its rows go in batches (lib/shops/server/archive-and-delete.ts). */
  deletedAt: instant('deleted_at'),
})

/**
 * Replaced secret keys, which count as evidence of notifications until `until` and can be used again. Sealed like the
 * shop's own.
 */
export const oldSecretKeys = pgTable(
  'old_secret_keys',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    keySealed: bytea('key_sealed').notNull(),
    setAt: instant('set_at').notNull(),
    setBy: uuid('set_by'),
    replacedAt: instant('replaced_at').notNull().defaultNow(),
    replacedBy: uuid('replaced_by'),
    until: instant('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)

/** Logos, separate from the shops, which each request loads. */
export const shopLogos = pgTable('shop_logos', {
  shopId: text('shop_id')
    .primaryKey()
    .references(() => shops.id),
  type: text('type').$type<(typeof logoTypes)[number]>().notNull(),
  /** In pixels. */
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: bytea('bytes').notNull(),
})

/** Replaced hook keys, which work until `until`. */
export const oldHookKeys = pgTable('old_hook_keys', {
  key: text('key').primaryKey(),
  shopId: text('shop_id')
    .notNull()
    .references(() => shops.id),
  until: instant('until').notNull(),
})

/** The shop that a row belongs to. */
export const shopColumn = () =>
  text('shop_id')
    .notNull()
    .references(() => shops.id)
