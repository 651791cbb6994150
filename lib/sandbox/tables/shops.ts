import { boolean, integer, text } from 'drizzle-orm/pg-core'
import { bytes, moment, sandbox } from './schema'

/** Shops of the emulated gateway. What is sealed opens only for the same shop and purpose (`shops.ts`). */
export const shops = sandbox.table('shops', {
  /** The shop ID a merchant signs in with. */
  id: integer('id').primaryKey(),
  secretKeySealed: bytes('secret_key_sealed').notNull(),
  /** PKCS #8 PEM; signs notifications. */
  privateKeySealed: bytes('private_key_sealed').notNull(),
  /** Base64; keys the `stamp` of cards. */
  stampKeySealed: bytes('stamp_key_sealed').notNull(),
  /** SPKI DER in bare Base64, without PEM lines, as the provider's back office shows it. */
  publicKey: text('public_key').notNull(),
  notificationUrl: text('notification_url'),
  verificationUrl: text('verification_url'),
  /** Where payers return when a product has no return_url. */
  url: text('url'),
  threeDSecure: boolean('three_d_secure').notNull().default(false),
  /** Whether payers are sent e-mails (docs/gateway.md#notifications). */
  customerEmails: boolean('customer_emails').notNull().default(true),
  /** Defaults of `save_card_toggle.display` and `another_card_toggle.display`, which take priority. */
  saveCardToggle: boolean('save_card_toggle').notNull().default(true),
  anotherCardToggle: boolean('another_card_toggle').notNull().default(true),
  /** The retry schedule is so many times faster than documented: 1 as documented, more for tests. */
  retrySpeed: integer('retry_speed').notNull().default(1),
  seededAt: moment('seeded_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
})
