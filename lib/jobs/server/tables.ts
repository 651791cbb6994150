import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { JobCounts, JobRowState, JobState } from '../schema'
import { instant } from '../../core/server/tables/columns'
import { shopColumn } from '../../core/server/tables/shops'
import { userColumn } from '../../core/server/tables/users'
import type { AppLocale } from '../../core/i18n/locales'

/** Number of rows by state. `changed`: rows that are done and had a previous value. */
export type StoredCounts = JobCounts & { changed: number }

/** Progress of a job: the rows processed (`done`) at a moment (ms). */
export type Mark = { at: number; done: number }

/**
 * Bulk changes and imports that people order. `reading`: the file is arriving. `planned`: the dry run is complete,
 * nothing was sent yet. The work is in rows, so that a job can be watched, interrupted, cancelled and resumed. A job was
 * once called a task; what is stored and what programs see keeps that word (docs/glossary.md).
 */
export const jobs = pgTable(
  'tasks',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    state: text('state').$type<JobState>().notNull(),
    /** What was ordered, such as the operation and the selection. No secrets. */
    order: jsonb('order').$type<Record<string, unknown>>().notNull(),
    /** Why the job as a whole failed. A row's failure is in the row. */
    failure: text('failure'),
    undoes: uuid('undoes'),
    createdBy: userColumn('created_by'),
    /** The API token that ordered or started it, which bounds what it may do; null: a person in the browser. */
    apiToken: uuid('api_token'),
    /** The language in which it was ordered, and in which its rows say what is wrong. Null: that of the installation. */
    locale: text('locale').$type<AppLocale>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** A lease that ends automatically if the process that works on the job dies. */
    lease: uuid('lease'),
    leaseEndsAt: instant('lease_ends_at'),
    /** Nothing is sent before this time, because the gateway does not answer or limits requests (`waitingFor`). */
    waitingUntil: instant('waiting_until'),
    waitingFor: text('waiting_for').$type<'gateway_unavailable' | 'gateway_rate_limited'>(),
    /** Since when the job has waited without progress. */
    stuckSince: instant('stuck_since'),
    /**
     * Stored as rows change, so that reading a job does not count its rows. Slightly behind while rows are sent. Null
     * if it must be recounted, because a process died while sending.
     */
    counts: jsonb('counts').$type<StoredCounts>(),
    /** Recent progress, oldest first, from which the pace is computed. Empty while the job is stopped. */
    marks: jsonb('marks').$type<Mark[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('tasks_newest').on(table.shopId, table.createdAt.desc()),
    index('tasks_unfinished')
      .on(table.leaseEndsAt)
      .where(sql`${table.state} IN ('reading', 'planning', 'running', 'cancelling')`),
  ],
)
export type Job = typeof jobs.$inferSelect

export const jobRows = pgTable(
  'task_rows',
  {
    shopId: text('shop_id').notNull(),
    jobId: uuid('task_id').notNull(),
    /** From 1. A file's header is row 1. */
    position: integer('position').notNull(),
    /** `pending`: not planned yet. `invalid` and `unchanged` are never sent. `sending`: sent, outcome not known yet. */
    state: text('state').$type<JobRowState>().notNull(),
    /** The ID of the resource; null if the row creates one. */
    subject: text('subject'),
    /** What is to be sent (`change`), and the values before it, as of planning or sending (`before`). */
    change: jsonb('change').$type<Record<string, unknown>>().notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** Messages by field, as in a problem's `errors`; `base` for those without a field. */
    errors: jsonb('errors').$type<Record<string, string[]>>(),
    /**
     * A file's cells as read, so that columns can be mapped again and the report can return them. For a copy: the ID of
     * the product in its own shop, and the value by which it is matched.
     */
    cells: jsonb('cells').$type<string[]>(),
    /**
     * Keys that identify a person in a file's row (lib/customers/server/importing/import-duplicates.ts), in any column;
     * null without any.
     */
    keys: text('keys').array(),
    sentAt: instant('sent_at'),
    /** Attempts that the gateway did not answer. Limited, so that one row cannot block the others. */
    attempts: smallint('attempts').notNull().default(0),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.jobId, table.position] }),
    index('task_rows_subject')
      .on(table.shopId, table.jobId, table.subject, table.position)
      .where(sql`${table.subject} IS NOT NULL`),
    index('task_rows_state').on(table.shopId, table.jobId, table.state, table.position),
    index('task_rows_keys')
      .using('gin', table.keys)
      // Rows are searched right after they are written. A pending list would slow each search down.
      .with({ fastupdate: false })
      .where(sql`${table.keys} IS NOT NULL`),
  ],
)
export type JobRow = typeof jobRows.$inferSelect
