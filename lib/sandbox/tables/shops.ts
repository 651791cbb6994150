import {
  boolean,
  integer,
  text,
  customType,
  pgSchema,
  timestamp,
  index,
  jsonb,
  primaryKey,
  uuid,
} from 'drizzle-orm/pg-core'

/** The emulated gateway's database schema. The back office must not use it. */
export const sandbox = pgSchema('sandbox')

/** A timestamp to the millisecond, the API's precision. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Raw bytes: sealed secrets, and bodies whose signature must stay valid. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

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

/** The column of the shop that a row belongs to. */
export const shopReference = () =>
  integer('shop_id')
    .notNull()
    .references(() => shops.id)

/** Faults ordered with POST /sandbox/faults that have calls remaining. */
export const faults = sandbox.table(
  'faults',
  {
    shopId: shopReference(),
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
