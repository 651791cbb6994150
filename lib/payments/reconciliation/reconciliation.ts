/** Reconciling payments with the provider's statement, on our own API. Amounts are in minor units. */
import { z } from 'zod'
import { decimalMarks } from '../../core/format/typed-money'
import { day, timeZone } from '../../core/lists/list'
import { pageSizes } from '../../core/lists/paging'
import { isStorable } from '../../gateway/values/storable'
import { csvEncodings, delimiters } from '../../jobs/import'
import { evidenceGrades } from '../evidence'
import {
  dateOrders,
  reconciliationStates,
  rowDifferences,
  rowProblems,
  rowResults,
  statementTargets,
  statementTypes,
} from './statement'

const invalidChoice = { error: 'invalid_choice' }

/** The most distinct words that a column of types may have. */
const maxTypes = 200

const typeWord = z
  .string()
  .max(100)
  .regex(/^[^\0\p{Surrogate}]*$/u)

const mappingFields = {
  columns: z.array(z.enum(statementTargets, invalidChoice).nullable()).max(200),
  amounts: z.enum(['major', 'minor'], invalidChoice),
  decimal: z.enum(decimalMarks, invalidChoice),
  dates: z.enum(dateOrders, invalidChoice),
  zone: timeZone,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'invalid_choice')
    .nullable()
    .default(null),
  types: z.record(typeWord, z.enum(statementTypes, invalidChoice).nullable()).default({}),
}

/**
 * How a statement is read. `columns`: what each column is; null if it is not read and not stored. `decimal`: the
 * decimal mark of amounts in major units. `dates`: the order of day, month and year. `zone`: of times without an
 * offset, and of the days of the period. `currency`: where no column has it. `types`: what a word in the type's column
 * means, by its lower case; null is no payment, and rows with other words are not read. Without that column, a negative
 * amount is a refund.
 */
export const statementMapping = z
  .strictObject(mappingFields)
  .superRefine(({ columns, currency, types }, context) => {
    const complain = (message: string, path: string[]) => context.addIssue({ code: 'custom', path, message })
    const used = columns.filter((target) => target !== null)
    if (new Set(used).size !== used.length) complain('column_twice', ['columns'])
    if (!used.includes('amount')) complain('statement_amount', ['columns'])
    if (!used.some((target) => ['uid', 'tracking_id', 'time'].includes(target)))
      complain('statement_reference', ['columns'])
    if (!used.includes('currency') && currency === null) complain('required', ['currency'])
    if (Object.keys(types).length > maxTypes) complain('statement_types', ['types'])
  })
  // Words of a column that is not read are not stored.
  .transform((mapping) => ({ ...mapping, types: mapping.columns.includes('type') ? mapping.types : {} }))
export type StatementMapping = z.output<typeof statementMapping>

const statementFormat = z.object({
  header: z.array(z.string()),
  /** Rows of titles above the header, which are not read; absent without any. */
  skipped_rows: z.int().optional(),
  delimiter: z.enum(delimiters),
  encoding: z.enum(csvEncodings),
  /** A text by which a guessed encoding can be checked. */
  example: z.string().optional(),
})
export type StatementFormat = z.output<typeof statementFormat>

const fileName = z
  .string()
  .max(255)
  .transform((name) => name.replace(/[\0\p{Surrogate}]/gu, ''))
  .default('')

/**
 * The body is the beginning of the file, or all of it (`whole`). `zone`: guessed for times without an offset; default:
 * the shop's, else UTC.
 */
export const statementPreviewQuery = z.strictObject({
  whole: z.enum(['true', 'false']).default('true'),
  zone: timeZone.optional(),
})

/** `sample`: the first rows. `undecided`: what they do not show, so that a person must choose. */
export const statementPreview = statementFormat.extend({
  sample: z.array(z.array(z.string())),
  mapping: z.object(mappingFields),
  remembered: z.boolean(),
  undecided: z.array(z.enum(['decimal', 'dates', 'currency'])),
})
export type StatementPreview = z.output<typeof statementPreview>

/** Bytes of a mapping as JSON, with the line's end. */
export const maxMappingBytes = 128 * 1024

/**
 * The first line of the body is a `statementMapping` as JSON, because an address is logged and has a limit. The rest is
 * the file. `from`, `to`: the days that the statement covers; if absent, the first and the last in it.
 */
export const reconciliationCreateQuery = z
  .strictObject({
    name: fileName,
    from: day.optional(),
    to: day.optional(),
  })
  .superRefine(({ from, to }, context) => {
    const complain = (field: 'from' | 'to', message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (from !== undefined && to === undefined) complain('to', 'required')
    if (to !== undefined && from === undefined) complain('from', 'required')
    if (from !== undefined && to !== undefined && to < from) complain('to', 'invalid')
  })
export type ReconciliationCreate = z.output<typeof reconciliationCreateQuery> & { mapping: StatementMapping }

/**
 * `rows`: of the file. `recordable`: only in the statement and with all that a record needs. `unknown_uids`: not
 * recordable, because no UID of the file is known here. `tests`, `other_currencies`: of the period, and left out
 * because the statement has none.
 */
const counts = z.object({
  rows: z.int(),
  matched: z.int(),
  differing: z.int(),
  only_there: z.int(),
  only_here: z.int(),
  repeated: z.int(),
  unread: z.int(),
  recordable: z.int(),
  /** Runs of earlier releases have none. */
  unknown_uids: z.int().default(0),
  recorded: z.int(),
  tests: z.int(),
  other_currencies: z.int(),
})
export type ReconciliationCounts = z.output<typeof counts>

const reconciliation = z.object({
  id: z.string(),
  state: z.enum(reconciliationStates),
  /** Rows done and to do in the current step; null while nothing is being done. */
  progress: z.object({ done: z.int(), of: z.int() }).nullable(),
  failure: z.string().nullable(),
  file_name: z.string(),
  file_hash: z.string().nullable(),
  file_bytes: z.int(),
  /** Days in `zone`, both included. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  zone: z.string(),
  counts,
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  /** The person who stated that payments are missing although no UID of the file is known, and the reason. */
  missing: z.object({ at: z.iso.datetime(), by: z.string().nullable(), reason: z.string() }).nullable(),
  recorded_at: z.iso.datetime().nullable(),
  recorded_by: z.string().nullable(),
  undone_at: z.iso.datetime().nullable(),
  undone_by: z.string().nullable(),
})
export type Reconciliation = z.output<typeof reconciliation>

export const reconciliationDetail = reconciliation.extend({
  format: statementFormat,
  mapping: z.object(mappingFields),
  /** The shop's own numbers of decimals, by which the amounts of the run are shown. */
  minor_units: z.record(z.string(), z.int()),
  /** Payments found here that another run had recorded and that went when it was undone. */
  withdrawn: z.int(),
  /** Earlier runs of the very same file. */
  same_file: z.array(z.object({ id: z.string(), created_at: z.iso.datetime() })),
})
export type ReconciliationDetail = z.output<typeof reconciliationDetail>

/** `reason`: how the person knows that the payments are missing here, and not recorded under other IDs. */
export const missingPayments = z.strictObject({
  reason: z
    .string({ error: 'not_a_text' })
    .trim()
    .min(1, 'blank')
    .max(1_000, 'too_long')
    .refine(isStorable, 'invalid'),
})
export type MissingPayments = z.output<typeof missingPayments>

export const reconciliationListQuery = z.strictObject({
  cursor: z.uuid('invalid').optional(),
  limit: z.coerce.number().int().min(1).max(pageSizes.max).default(pageSizes.default),
})
export type ReconciliationListQuery = z.output<typeof reconciliationListQuery>
export const reconciliationPage = z.object({
  items: z.array(reconciliation),
  next_cursor: z.string().nullable(),
})

/** One side's values of a transaction. */
const side = z.object({
  uid: z.string().nullable(),
  tracking_id: z.string().nullable(),
  type: z.string().nullable(),
  status: z.string().nullable(),
  amount: z.int().nullable(),
  /** As in the file, where `amount` is null. */
  amount_text: z.string().nullable(),
  currency: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  day: z.string().nullable(),
  test: z.boolean().nullable(),
})
export type TransactionSide = z.output<typeof side> & { authenticity: (typeof evidenceGrades)[number] }

const reconciliationRow = z.object({
  /** The row's number in the file; null for a transaction that is only here. */
  position: z.int().nullable(),
  result: z.enum(rowResults),
  /** `fee`: what the provider kept, in minor units, as the statement has it. */
  there: side.extend({ fee: z.int().nullable() }).nullable(),
  here: side.extend({ authenticity: z.enum(evidenceGrades) }).nullable(),
  /** The payment it belongs to, if there is one now. */
  payment_uid: z.string().nullable(),
  matched_by: z.enum(['uid', 'tracking_id', 'amount_day']).nullable(),
  differences: z.array(z.enum(rowDifferences)),
  problems: z.array(z.enum(rowProblems)),
  recorded: z.boolean(),
})
export type ReconciliationRowItem = z.output<typeof reconciliationRow>

export const reconciliationRowsFilter = z.strictObject({
  result: z.enum(rowResults, invalidChoice),
  /** Only rows with this UID or tracking ID, on either side. */
  q: z
    .string()
    .trim()
    .max(255)
    .refine((text) => !/[\0\p{Surrogate}]/u.test(text), 'invalid')
    .optional(),
  difference: z.enum(rowDifferences, invalidChoice).optional(),
})
export type ReconciliationRowsFilter = z.output<typeof reconciliationRowsFilter>

export const reconciliationRowsQuery = reconciliationRowsFilter.extend({
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(pageSizes.max).default(pageSizes.default),
})
export type ReconciliationRowsQuery = z.output<typeof reconciliationRowsQuery>
export const reconciliationRowsPage = z.object({
  items: z.array(reconciliationRow),
  next_cursor: z.string().nullable(),
})
export type ReconciliationRowsPage = z.output<typeof reconciliationRowsPage>

/** Sums are in minor units, as text, because they may be more than a number holds. */
const sum = z.object({ count: z.int(), amount: z.string() })

/**
 * What the rows add up to, by kind and currency. Amounts that contradict their kind, such as a negative payment, are
 * subtracted. `there`: of the statement; `unread`: rows without a readable amount. `here`: of this side. `fees`: of all
 * rows that have one, also of those that failed, which count in nothing else; `failed`: how many these are.
 */
export const reconciliationTotals = z.object({
  items: z.array(
    z.object({
      kind: z.enum([...statementTypes, 'other']).nullable(),
      currency: z.string().nullable(),
      there: sum.extend({ unread: z.int() }),
      here: sum,
      fees: sum.extend({ failed: z.int() }),
    }),
  ),
})
export type ReconciliationTotals = z.output<typeof reconciliationTotals>
