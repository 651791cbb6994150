import { boolean, integer, text } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'

/** Shops of the emulated gateway. A sealed value can be unsealed only for the same shop and purpose (`shops.ts`). */
export const shops = sandbox.table('shops', {
  id: integer('id').primaryKey(),
  secretKeySealed: bytes('secret_key_sealed').notNull(),
  /** PKCS #8 PEM. Signs notifications. */
  privateKeySealed: bytes('private_key_sealed').notNull(),
  /** Base64. Keys the `stamp` of cards. */
  stampKeySealed: bytes('stamp_key_sealed').notNull(),
  /** SPKI DER in bare Base64 without PEM lines, as the provider's back office shows it. */
  publicKey: text('public_key').notNull(),
  notificationUrl: text('notification_url'),
  verificationUrl: text('verification_url'),
  /** Where payers return when a product has no return_url. */
  url: text('url'),
  threeDSecure: boolean('three_d_secure').notNull().default(false),
  /** Whether customers get e-mails (docs/gateway.md#notifications). */
  customerEmails: boolean('customer_emails').notNull().default(true),
  /** Defaults for `save_card_toggle.display` and `another_card_toggle.display`; the checkout's values win. */
  saveCardToggle: boolean('save_card_toggle').notNull().default(true),
  anotherCardToggle: boolean('another_card_toggle').notNull().default(true),
  /** Factor by which retries come sooner than documented: 1 in production, more in tests. */
  retrySpeed: integer('retry_speed').notNull().default(1),
  seededAt: moment('seeded_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
