import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MailOutcome } from '../../core/mail'
import type { AlertChannel, AlertDetail, AlertItem, AlertOccasion, AlertRules, ChatKind } from '../schema'
import type { AlertKind } from '../kinds'
import { bytea, instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/** A shop's alert settings. Without a row: `defaultAlertRules`, and no channels. */
export const alertSettings = pgTable('alert_settings', {
  shopId: text('shop_id')
    .primaryKey()
    .references(() => shops.id),
  rules: jsonb('rules').$type<AlertRules>().notNull(),
  /** When the silence rule was enabled. Silence counts from here if there never was a notification with evidence. */
  silenceSince: instant('silence_since').notNull().defaultNow(),
  mailEnabled: boolean('mail_enabled').notNull().default(false),
  mailRecipients: text('mail_recipients').array().notNull().default([]),
  chatEnabled: boolean('chat_enabled').notNull().default(false),
  chatKind: text('chat_kind').$type<ChatKind>().notNull().default('slack'),
  /** Secret: anyone who has it can write to the chat. */
  chatUrlSealed: bytea('chat_url_sealed'),
})

/** Alerts of a shop, or (without one) of the installation. At most one is open per kind and `subject`. No personal data. */
export const alerts = pgTable(
  'alerts',
  {
    shopId: text('shop_id').references(() => shops.id),
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<AlertKind>().notNull(),
    subject: text('subject').notNull(),
    detail: jsonb('detail').$type<AlertDetail>().notNull().default({}),
    openedAt: instant('opened_at').notNull().defaultNow(),
    closedAt: instant('closed_at'),
    closedHow: text('closed_how').$type<NonNullable<AlertItem['closed_how']>>(),
    dismissedBy: uuid('dismissed_by').references(() => users.id),
    /** When messages about this alert were last queued; null: never. */
    sentAt: instant('told_at'),
    /** Whether messages about the end were queued, or none are needed. */
    isEndSent: boolean('is_end_told').notNull().default(false),
  },
  (table) => [
    uniqueIndex('alerts_open')
      .on(table.shopId, table.kind, table.subject)
      .where(sql`${table.closedAt} IS NULL`),
    uniqueIndex('alerts_open_installation')
      .on(table.kind, table.subject)
      .where(sql`${table.closedAt} IS NULL AND ${table.shopId} IS NULL`),
    index('alerts_closed').on(table.shopId, table.kind, table.subject, table.closedAt),
    index('alerts_untold')
      .on(table.shopId)
      .where(sql`NOT ${table.isEndSent}`),
  ],
)

/** A message to one channel. Attempts go on for about a day (deliver.ts). */
export const alertMessages = pgTable(
  'alert_messages',
  {
    shopId: text('shop_id').references(() => shops.id),
    id: uuid('id').primaryKey(),
    alertId: uuid('alert_id').notNull(),
    channel: text('channel').$type<AlertChannel>().notNull(),
    occasion: text('occasion').$type<AlertOccasion>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    attempts: integer('attempts').notNull().default(0),
    /** Null once delivered, given up or cancelled. */
    nextAttemptAt: instant('next_attempt_at').defaultNow(),
    deliveredAt: instant('delivered_at'),
    lastOutcome: text('last_outcome').$type<MailOutcome>(),
    lastStatus: integer('last_status'),
    lastAnswer: text('last_answer'),
  },
  (table) => [
    index('alert_messages_alert').on(table.shopId, table.alertId),
    index('alert_messages_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} IS NOT NULL`),
  ],
)
