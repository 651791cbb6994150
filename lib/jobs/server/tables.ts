import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { TaskCounts, TaskRowState, TaskState } from '../schema'
import { instant } from '../../core/server/tables/columns'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'

/** Of a task, how many rows are in which state. `changed`: those that are done and had something before. */
export type StoredCounts = TaskCounts & { changed: number }

/** How many rows were behind a task at a moment (ms). */
export type Mark = { at: number; done: number }

/**
 * Long work that a person ordered: a bulk change or an import. `reading`: its file is on its way. `planned`: a dry run,
 * nothing was sent yet. What it does is in its rows, so that it can be watched, cut, cancelled and taken up again.
 */
export const tasks = pgTable(
  'tasks',
  {
    shopId: text('shop_id')
      .notNull()
      .references(() => shops.id),
    id: uuid('id').notNull(),
    kind: text('kind').notNull(),
    state: text('state').$type<TaskState>().notNull(),
    /** What was ordered, such as the operation and the selection. No secrets. */
    order: jsonb('order').$type<Record<string, unknown>>().notNull(),
    /** Why a task as a whole failed; a row's failure is in the row. */
    failure: text('failure'),
    /** The task this one puts back. */
    undoes: uuid('undoes'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Whoever works at it now; a process that ends in the middle holds its task no longer than this. */
    lease: uuid('lease'),
    leaseEndsAt: instant('lease_ends_at'),
    /** Nothing is sent before then, as the gateway does not answer or asks to slow down (`waitingFor`). */
    waitingUntil: instant('waiting_until'),
    waitingFor: text('waiting_for').$type<'gateway_unavailable' | 'gateway_rate_limited'>(),
    /** Since when it has waited and got nothing done. */
    stuckSince: instant('stuck_since'),
    /**
     * Kept as the rows change, so that nobody counts them again whenever somebody looks. While rows are sent it is a
     * moment behind; null where it has to be counted, as a process was cut while it sent.
     */
    counts: jsonb('counts').$type<StoredCounts>(),
    /** How far it was lately, oldest first, which says how fast it goes; empty where it stands still. */
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
export type Task = typeof tasks.$inferSelect

/** One row of a task, such as one product of a selection or one line of a file. */
export const taskRows = pgTable(
  'task_rows',
  {
    shopId: text('shop_id').notNull(),
    taskId: uuid('task_id').notNull(),
    /** From 1; a file's line numbers count its header. */
    position: integer('position').notNull(),
    /**
     * `pending`: not looked at yet. `invalid` and `unchanged` are never sent; `sending` was, and its outcome is not
     * known yet.
     */
    state: text('state').$type<TaskRowState>().notNull(),
    /** The resource it concerns; null for one that is to be made. */
    subject: text('subject'),
    /** What is to be sent, and the values that stood there when it was planned or sent. */
    change: jsonb('change').$type<Record<string, unknown>>().notNull(),
    before: jsonb('before').$type<Record<string, unknown>>(),
    /** By field, as problems have it; `base` for what belongs to no field. */
    errors: jsonb('errors').$type<Record<string, string[]>>(),
    /** A file's cells as they were read, so that they can be mapped anew and handed back with what is wrong. */
    cells: jsonb('cells').$type<string[]>(),
    /**
     * By what a file's row names a person (lib/customers/server/import-keys.ts), wherever it stands in the cells; null where by
     * nothing.
     */
    keys: text('keys').array(),
    sentAt: instant('sent_at'),
    /** How often nobody answered, so that one row cannot keep all others waiting. */
    attempts: smallint('attempts').notNull().default(0),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.taskId, table.position] }),
    index('task_rows_subject')
      .on(table.shopId, table.taskId, table.subject, table.position)
      .where(sql`${table.subject} IS NOT NULL`),
    index('task_rows_state').on(table.shopId, table.taskId, table.state, table.position),
    index('task_rows_keys')
      .using('gin', table.keys)
      // What was just written is looked for at once: a list of it to be read through would cost each look.
      .with({ fastupdate: false })
      .where(sql`${table.keys} IS NOT NULL`),
  ],
)
export type TaskRow = typeof taskRows.$inferSelect
