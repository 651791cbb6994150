import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ForwardingFilters } from '../schema'
import type { disabledReasons, messageStates } from '../state'
import { bytea, instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'
import { userColumn, users } from '../../core/server/tables/users'

export const forwardingEndpoints = pgTable(
  'forwarding_endpoints',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    filters: jsonb('filters').$type<ForwardingFilters>().notNull(),
    /** Increases with each change of name, address or filters. */
    version: integer('version').notNull().default(1),
    secretSealed: bytea('secret_sealed').notNull(),
    /** The previous secret also signs until `oldSecretUntil`. */
    oldSecretSealed: bytea('old_secret_sealed'),
    oldSecretUntil: instant('old_secret_until'),
    enabled: boolean('enabled').notNull().default(true),
    disabledAt: instant('disabled_at'),
    disabledReason: text('disabled_reason').$type<(typeof disabledReasons)[number]>(),
    lastSuccessAt: instant('last_success_at'),
    failingSince: instant('failing_since'),
    /** Messages given up since the last success. */
    givenUpSinceSuccess: integer('given_up_in_row').notNull().default(0),
    /** An instance is sending to this endpoint until then (drain.ts). */
    leasedUntil: instant('leased_until'),
    createdAt: instant('created_at').notNull(),
    createdBy: userColumn('created_by'),
    /** Removed by a person. Not listed; the row is deleted when no message refers to it. */
    removedAt: instant('removed_at'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.id] })],
)
export type EndpointRow = typeof forwardingEndpoints.$inferSelect

/** A notification for an endpoint. Its body is built from the notification at each attempt. */
export const forwardingMessages = pgTable(
  'forwarding_messages',
  {
    shopId: shopColumn(),
    /** The `webhook-id` of every attempt. */
    id: uuid('id').notNull(),
    endpointId: uuid('endpoint_id').notNull(),
    notificationId: uuid('notification_id').notNull(),
    state: text('state').$type<(typeof messageStates)[number]>().notNull(),
    /** All attempts, and those of the current round. Sending again by hand starts a new round. */
    attempts: integer('attempts').notNull().default(0),
    roundAttempts: integer('round_attempts').notNull().default(0),
    /** When the round was requested; once tried, its first attempt; if cancelled, when. */
    roundAt: instant('round_at').notNull(),
    /** Null if no attempt is planned. During an attempt: when it counts as lost. */
    nextAttemptAt: instant('next_attempt_at'),
    lastAttemptAt: instant('last_attempt_at'),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    deliveredAt: instant('delivered_at'),
    createdAt: instant('created_at').notNull(),
    requestedBy: uuid('requested_by').references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    uniqueIndex('forwarding_messages_once').on(table.shopId, table.endpointId, table.notificationId),
    index('forwarding_messages_notification').on(table.shopId, table.notificationId, table.createdAt),
    index('forwarding_messages_created').on(table.shopId, table.createdAt, table.id),
    index('forwarding_messages_state').on(table.shopId, table.endpointId, table.state, table.createdAt),
    index('forwarding_messages_due')
      .on(table.shopId, table.endpointId, table.nextAttemptAt)
      .where(sql`${table.state} = 'waiting'`),
    index('forwarding_messages_old').on(table.createdAt),
  ],
)
export type MessageRow = typeof forwardingMessages.$inferSelect

export const forwardingAttempts = pgTable(
  'forwarding_attempts',
  {
    shopId: shopColumn(),
    messageId: uuid('message_id').notNull(),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    status: integer('status'),
    error: text('error'),
    milliseconds: integer('milliseconds').notNull(),
    answer: text('answer'),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.messageId, table.id] })],
)
