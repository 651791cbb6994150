import 'server-only'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../../core/server/tables/columns'
import { users } from '../../core/server/tables/users'
import type { BackupOutcome } from '../backups'

/** When automatic backups are made, and where: one row, with ID 1. The environment takes precedence. */
export const backupPlan = pgTable('backup_plan', {
  id: integer('id').primaryKey(),
  /** A full path on the server. Empty: none are made. */
  folder: text('folder').notNull().default(''),
  /** Of the day, UTC. */
  hour: integer('hour').notNull().default(2),
  /** How many days and weeks keep their newest backup. */
  keepDaily: integer('keep_daily').notNull().default(7),
  keepWeekly: integer('keep_weekly').notNull().default(4),
  passphraseSealed: bytea('passphrase_sealed'),
  passphraseSetAt: instant('passphrase_set_at'),
  /** The person who entered it; null without one. */
  passphraseSetBy: uuid('passphrase_set_by').references(() => users.id),
  /** Increased by each change, to refuse changes based on an older version. */
  version: integer('version').notNull().default(1),
})

/** Backups that the application made, or tried to. At most one is being made in the whole installation. */
export const backups = pgTable(
  'backups',
  {
    id: uuid('id').primaryKey(),
    startedAt: instant('started_at').notNull().defaultNow(),
    /** Until when the instance that makes it counts as alive. */
    leaseEndsAt: instant('lease_ends_at').notNull(),
    endedAt: instant('ended_at'),
    /** Null while it is being made. */
    outcome: text('outcome').$type<BackupOutcome>(),
    /** Why it failed, in the words of the command. */
    error: text('error'),
    file: text('file').notNull(),
    /** Name of the machine that wrote the file. */
    machine: text('machine').notNull(),
    isEncrypted: boolean('is_encrypted').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Null: it was scheduled. */
    askedBy: uuid('asked_by').references(() => users.id),
    /** When the file was removed, because newer ones are kept. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('backups_started').on(table.startedAt),
    uniqueIndex('backups_one_at_a_time')
      .on(sql`(${table.endedAt} IS NULL)`)
      .where(sql`${table.endedAt} IS NULL`),
  ],
)
