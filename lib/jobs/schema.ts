/** Long work on our own API: what a person ordered, how far it is, and what became of each row. */
import { z } from 'zod'
import { listPage, listQuery, someOf } from '../core/list'
import { pageSizes } from '../core/paging'

/**
 * `reading`: the file is on its way. `planning`: the dry run. `planned`: nothing was sent yet, somebody is to
 * start it. `cancelling`: nothing more is sent, what is under way ends. `failed`: it stopped as a whole
 * (`failure`), the rest is still planned and can be run. `done`: no row is left, whatever became of each.
 */
export const taskStates = [
  'reading',
  'planning',
  'planned',
  'running',
  'cancelling',
  'cancelled',
  'done',
  'failed',
] as const
export type TaskState = (typeof taskStates)[number]

/**
 * `pending`: not looked at yet. `unchanged`: it is so already. `skipped`: not done, as the product is no longer as
 * it was, or the customer exists already. `sending`: under way. `unconfirmed`: sent, and nobody knows what became of
 * it; never sent again blindly.
 */
export const taskRowStates = [
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
export type TaskRowState = (typeof taskRowStates)[number]

export const importKinds = ['products.import', 'customers.import', 'checkouts.import'] as const
export type ImportKindName = (typeof importKinds)[number]

export const taskKinds = ['products.bulk', ...importKinds] as const
export type TaskKindName = (typeof taskKinds)[number]

const count = z.int()
export const taskCounts = z.object({
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
export type TaskCounts = z.output<typeof taskCounts>

export const taskDetail = z.object({
  id: z.string(),
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  counts: taskCounts,
  /** Rows a second over about the last minute: read, looked at or sent. Null where it stands still, or just began. */
  pace: z.number().nullable(),
  /** What was ordered: `{operation, selection}` (lib/products/bulk.ts), or a file (`importOrder`, import.ts). */
  order: z.record(z.string(), z.unknown()),
  /** Why it stopped as a whole: a problem's code. */
  failure: z.string().nullable(),
  /** Where it waits for the gateway: until when, and the problem's code. It goes on by itself. */
  waiting_until: z.iso.datetime().nullable(),
  waiting_for: z.enum(['gateway_unavailable', 'gateway_rate_limited']).nullable(),
  /** The task that was started earlier, behind which it waits: a shop's tasks send one after the other. */
  waiting_behind: z.string().nullable(),
  /** The task that this one puts back, and the one that puts this one back. */
  undoes: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** Something was changed that can be put back. */
  undoable: z.boolean(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
  started_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type TaskDetail = z.output<typeof taskDetail>

/** Tasks are listed the newest first, and not searched. */
export const taskListQuery = listQuery(['created_at'], '-created_at').omit({ q: true, sort: true })
export type TaskListQuery = z.output<typeof taskListQuery>

export const taskPage = listPage(taskDetail)
export type TaskPage = z.output<typeof taskPage>

/** `cursor` comes from a page's `next_cursor`; rows are in their order. */
export const taskRowsQuery = z.strictObject({
  state: someOf(z.enum(taskRowStates, { error: 'invalid_choice' })).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'invalid')
    .optional(),
  limit: z.coerce
    .number({ error: 'not_a_number' })
    .int('not_a_number')
    .min(1)
    .max(pageSizes.max)
    .default(pageSizes.default),
})
export type TaskRowsQuery = z.output<typeof taskRowsQuery>

export const taskRow = z.object({
  /** From 1; of a file, the line as a spreadsheet numbers it. */
  position: z.int(),
  state: z.enum(taskRowStates),
  /** The product or customer; null for one that is still to be made. Of a row that was left out: who is there. */
  subject: z.string().nullable(),
  /** The product's name and currency now, or those of the one to be made; of a customer the name, or the address. */
  name: z.string().nullable(),
  currency: z.string().nullable(),
  /** What is to be sent, and what stood there: when it was planned, or, once it was sent, just before that. */
  change: z.record(z.string(), z.unknown()),
  before: z.record(z.string(), z.unknown()).nullable(),
  /**
   * By field; `base` for what belongs to no field. Of a file, `columns` for what it has no column for; also by the name
   * of a column that is wrong.
   */
  errors: z.record(z.string(), z.array(z.string())).nullable(),
  cells: z.array(z.string()).nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type TaskRowItem = z.output<typeof taskRow>

export const taskRowPage = z.object({ items: z.array(taskRow), next_cursor: z.string().nullable() })
export type TaskRowPage = z.output<typeof taskRowPage>
