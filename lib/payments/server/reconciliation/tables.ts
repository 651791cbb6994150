import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../../core/server/tables/columns'
import { shopColumn } from '../../../core/server/tables/shops'
import { userColumn, users } from '../../../core/server/tables/users'
import type {
  ReconciliationCounts,
  StatementFormat,
  StatementMapping,
  TransactionSide,
} from '../../reconciliation/reconciliation'
import type {
  ReconciliationState,
  RowDifference,
  RowProblem,
  RowResult,
} from '../../reconciliation/statement'

/** Statements of the provider that were compared with the ledger. Never deleted. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    shopId: shopColumn(),
    id: uuid('id').notNull(),
    state: text('state').$type<ReconciliationState>().notNull(),
    /** The step within the state, and how many rows of it are done; while matching, the position of the last. */
    step: text('step'),
    done: integer('done').notNull().default(0),
    /** Code of the error that ended it. */
    failure: text('failure'),
    fileName: text('file_name').notNull(),
    /** SHA-256 in hexadecimal. */
    fileHash: text('file_hash'),
    fileBytes: bigint('file_bytes', { mode: 'number' }).notNull().default(0),
    format: jsonb('format').$type<StatementFormat>().notNull(),
    mapping: jsonb('mapping').$type<StatementMapping>().notNull(),
    /** Days in the mapping's time zone, both included. Null: not stated, and not known until all rows are read. */
    dayFrom: date('day_from'),
    dayTo: date('day_to'),
    counts: jsonb('counts').$type<ReconciliationCounts>().notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: userColumn('created_by'),
    /** When work last went on, by the database's clock. */
    movedAt: instant('moved_at').notNull(),
    recordedAt: instant('recorded_at'),
    recordedBy: uuid('recorded_by').references(() => users.id),
    /** The person who stated that payments are missing although no UID of the file is known, and the reason. */
    missingAt: instant('missing_at'),
    missingBy: uuid('missing_by').references(() => users.id),
    missingReason: text('missing_reason'),
    undoneAt: instant('undone_at'),
    undoneBy: uuid('undone_by').references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.id] }),
    index('reconciliations_hash').on(table.shopId, table.fileHash),
    index('reconciliations_working')
      .on(table.state)
      .where(sql`${table.state} IN ('reading', 'matching', 'recording', 'undoing')`),
  ],
)
export type ReconciliationRow = typeof reconciliations.$inferSelect

/** Rows of statements without personal data, and transactions that a statement lacks (`only_here`). */
export const reconciliationRows = pgTable(
  'reconciliation_rows',
  {
    shopId: shopColumn(),
    reconciliationId: uuid('reconciliation_id').notNull(),
    /** The row's number in the file. After these come the transactions that are only here. */
    position: integer('position').notNull(),
    result: text('result').$type<RowResult>().notNull(),
    uid: text('uid'),
    trackingId: text('tracking_id'),
    parentUid: text('parent_uid'),
    type: text('type'),
    status: text('status'),
    test: boolean('test'),
    /** Minor units. Null: not readable; `amount_text` is then as in the file. */
    amount: bigint('amount', { mode: 'number' }),
    amountText: text('amount_text'),
    /** Whether the amount has a minus. Null for a transaction that is only here. */
    isNegative: boolean('is_negative'),
    currency: text('currency'),
    /** The provider's fee in minor units. Null: not stated, or not readable. */
    fee: bigint('fee', { mode: 'number' }),
    at: instant('at'),
    day: date('day'),
    /** The transaction it was matched with, and how that differs. */
    matchedUid: text('matched_uid'),
    matchedBy: text('matched_by').$type<'uid' | 'tracking_id' | 'amount_day'>(),
    differences: text('differences').array().$type<RowDifference[]>().notNull(),
    /** The values of the row that could not be read. */
    problems: text('problems').array().$type<RowProblem[]>().notNull(),
    /** Our side at that time, where it differs or is all there is. */
    ours: jsonb('ours').$type<TransactionSide>(),
    recordedAt: instant('recorded_at'),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.reconciliationId, table.position] }),
    index('reconciliation_rows_result').on(
      table.shopId,
      table.reconciliationId,
      table.result,
      table.position,
    ),
    index('reconciliation_rows_uid').on(table.shopId, table.reconciliationId, table.uid),
    index('reconciliation_rows_matched').on(table.shopId, table.reconciliationId, table.matchedUid),
    index('reconciliation_rows_tracking')
      .on(table.shopId, table.trackingId)
      .where(sql`${table.recordedAt} IS NOT NULL`),
    index('reconciliation_rows_fees')
      .on(table.shopId, table.day)
      .where(sql`${table.fee} IS NOT NULL`),
    index('reconciliation_rows_fee_of')
      .on(table.shopId, sql`coalesce(${table.matchedUid}, ${table.uid})`)
      .where(sql`${table.fee} IS NOT NULL`),
  ],
)

/** How the columns of statements were read last, by their header. */
export const statementMappings = pgTable(
  'statement_mappings',
  {
    shopId: shopColumn(),
    /** SHA-256 of the header, in hexadecimal. */
    header: text('header').notNull(),
    mapping: jsonb('mapping').$type<StatementMapping>().notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.header] })],
)
