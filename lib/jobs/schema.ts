/** API of jobs: what was ordered, its progress, and the outcome of each row. */
import { z } from 'zod'
import { listPage, listQuery, listOf, pageLimit } from '../core/lists/list'
import { shopDetail } from '../core/shop'
import { copyMatches } from '../products/copy'
import { productSelection } from '../products/schema'
import { jobList } from './filters'

/**
 * `reading`: the file is arriving. `planning`: the dry run. `planned`: nothing has been sent, a person has to start it.
 * `cancelling`: nothing more is sent, requests in flight finish. `failed`: the job as a whole stopped (`failure`), its
 * planned rows can still be run. `done`: no row is left, whatever their outcomes.
 */
export const jobStates = [
  'reading',
  'planning',
  'planned',
  'running',
  'cancelling',
  'cancelled',
  'done',
  'failed',
] as const
export type JobState = (typeof jobStates)[number]

/**
 * `pending`: not planned yet. `unchanged`: already has the value. `skipped`: not done, because the product has changed
 * meanwhile or the customer already exists. `sending`: in flight. `unconfirmed`: sent, outcome unknown; never sent
 * again blindly.
 */
export const jobRowStates = [
  'pending',
  'planned',
  'invalid',
  'unchanged',
  'sending',
  'done',
  'failed',
  'unconfirmed',
  'skipped',
] as const
export type JobRowState = (typeof jobRowStates)[number]

const importKinds = ['products.import', 'customers.import', 'checkouts.import'] as const
export type ImportKindName = (typeof importKinds)[number]

export const jobKinds = ['products.bulk', 'products.copy', ...importKinds] as const
export type JobKindName = (typeof jobKinds)[number]

const count = z.int()
const jobCounts = z.object({
  total: count,
  pending: count,
  planned: count,
  invalid: count,
  unchanged: count,
  sending: count,
  done: count,
  failed: count,
  unconfirmed: count,
  skipped: count,
})
export type JobCounts = z.output<typeof jobCounts>

export const jobDetail = z.object({
  id: z.string(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  counts: jobCounts,
  /** Rows per second over about the last minute: read, planned or sent. Null if it is stopped or has just begun. */
  pace: z.number().nullable(),
  /**
   * What was ordered: `{operation, selection}` (lib/products/bulk.ts), a copy (`shownCopy`), or a file
   * (`importOrder`, import.ts).
   */
  order: z.record(z.string(), z.unknown()),
  failure: z.string().nullable(),
  /** Until when the job waits for the gateway, and the problem's code. It resumes automatically. */
  waiting_until: z.iso.datetime().nullable(),
  waiting_for: z.enum(['gateway_unavailable', 'gateway_rate_limited']).nullable(),
  /** The earlier job that this one waits for: a shop's jobs send in turn. */
  waiting_behind: z.string().nullable(),
  undoes: z.string().nullable(),
  undone_by: z.string().nullable(),
  undoable: z.boolean(),
  /** Rows that an undo puts back: of those done, the ones that changed something. */
  changed: count,
  /** Of the unconfirmed rows, those that may have created something. The others set values, and may be sent again. */
  may_exist: count,
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  /** When its dry run began. Mapping the columns again begins another one. */
  planned_since: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type JobDetail = z.output<typeof jobDetail>

/**
 * `planned_since`: as the job showed it. If its rows were checked again since, the answer is a `conflict` and nothing
 * is sent. Without it, the current rows are sent.
 */
export const jobRunQuery = z.strictObject({ planned_since: jobDetail.shape.planned_since.optional() })
export type JobRunQuery = z.output<typeof jobRunQuery>

export const jobListQuery = listQuery(jobList).omit({ q: true, sort: true })
export type JobListQuery = z.output<typeof jobListQuery>

export const jobPage = listPage(jobDetail)
export type JobPage = z.output<typeof jobPage>

export const jobRowsQuery = z.strictObject({
  state: listOf(z.enum(jobRowStates, { error: 'invalid_choice' })).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'invalid')
    .optional(),
  limit: pageLimit,
})
export type JobRowsQuery = z.output<typeof jobRowsQuery>

const jobRow = z.object({
  /** From 1. For a file, the row number of a spreadsheet. */
  position: z.int(),
  state: z.enum(jobRowStates),
  /** The product, checkout or customer; null if still to be created. For a skipped row, the existing customer. */
  subject: z.string().nullable(),
  /** Name and currency of a product or checkout, current or as planned; name or e-mail of a customer. */
  name: z.string().nullable(),
  currency: z.string().nullable(),
  /** The values to send and the old values, read when the job was planned or just before sending. */
  change: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()).nullable(),
  /** Messages by field; `base`: without one. For a file also `columns`: values without a column, and wrong names. */
  errors: z.record(z.string(), z.array(z.string())).nullable(),
  cells: z.array(z.string()).nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type JobRowItem = z.output<typeof jobRow>

export const jobRowPage = z.object({ items: z.array(jobRow), next_cursor: z.string().nullable() })
export type JobRowPage = z.output<typeof jobRowPage>

const namedShop = shopDetail.pick({ id: true, name: true, mode: true })

/** The order of a copy between shops, as the jobs of both show it. Null: what belongs to the other shop, for people outside it, and what cannot be read. */
export const shownCopy = z.object({
  from: namedShop.nullable(),
  selection: productSelection.nullable(),
  match: z.enum(copyMatches).nullable(),
})
export type ShownCopy = z.output<typeof shownCopy>

/** The last jobs that copy products of a shop into other shops where the person may see them, newest first. */
export const copyList = z.object({ items: z.array(z.object({ to: namedShop, job: jobDetail })) })
export type CopyList = z.output<typeof copyList>
