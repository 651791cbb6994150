import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { MailEncryption, MailOutcome } from '../../mail'
import type { ShopAdders } from '../../shop'
import { bytea, instant } from './columns'
import { users } from './users'

/** Settings of the whole installation: one row, with ID 1. Without it, the defaults apply. */
export const installation = pgTable('installation', {
  id: integer('id').primaryKey(),
  /** Private networks that may be called, as CIDR or single addresses, over plain HTTP too. */
  allowedNetworks: text('allowed_networks').array().notNull().default([]),
  /** Since when everyone needs a second factor, and how many days people have to add one; null: no one needs one. */
  factorSince: instant('factor_since'),
  factorGraceDays: integer('factor_grace_days').notNull().default(7),
  /** Who may add shops. */
  shopAdders: text('shop_adders').$type<ShopAdders>().notNull().default('administrators'),
  /** Whether the next start runs the sandbox. Null: the default (config.ts). */
  hasSandbox: boolean('has_sandbox'),
  /** Whether strangers see the sandbox's payer pages while a live shop is connected. */
  isSandboxPublic: boolean('is_sandbox_public').notNull().default(false),
  /** Until when people sign in here although LOCAL_SIGN_IN is off: the way back (scripts/admin/allow-local-sign-in.mjs). */
  localSignInUntil: instant('local_sign_in_until'),
  /** Where anchors of the activity's chains are mailed every day; null: nowhere. */
  anchorRecipient: text('anchor_recipient'),
  /** When they were last mailed, and how that ended; null: never. */
  anchorMailedAt: instant('anchor_mailed_at'),
  anchorOutcome: text('anchor_outcome').$type<MailOutcome>(),
  anchorStatus: integer('anchor_status'),
  /** Increased by each change, to refuse a change of what someone else changed. */
  version: integer('version').notNull().default(1),
})

/** The key with which secrets are sealed: one row, with ID 1 (lib/start/sealing/sealing.ts). */
export const sealing = pgTable('sealing', {
  id: integer('id').primaryKey(),
  /** The key of marks (`Sealer.mark`). It stays when the sealing key is replaced. */
  markKeySealed: bytea('mark_key_sealed').notNull(),
  /** IDs of the key that seals, and of the one it replaced, which may still be in use. */
  keyId: text('key_id').notNull(),
  oldKeyId: text('old_key_id'),
  keySince: instant('key_since').notNull().defaultNow(),
  /** The key with which everything was found to be sealed. */
  checkedKeyId: text('checked_key_id'),
})

/** The server that mails go through: one row, with ID 1. A server that the environment names takes precedence. */
export const mailServer = pgTable('mail_server', {
  id: integer('id').primaryKey(),
  /** Empty: none. */
  host: text('host').notNull().default(''),
  port: integer('port').notNull().default(587),
  encryption: text('encryption').$type<MailEncryption>().notNull().default('starttls'),
  user: text('user').notNull().default(''),
  passwordSealed: bytea('password_sealed'),
  passwordSetAt: instant('password_set_at'),
  /** The person who entered the password; null without one. */
  passwordSetBy: uuid('password_set_by').references(() => users.id),
  senderName: text('sender_name').notNull().default(''),
  senderAddress: text('sender_address').notNull().default(''),
  /** Increased by each change, to refuse a change of what someone else changed. */
  version: integer('version').notNull().default(1),
})
