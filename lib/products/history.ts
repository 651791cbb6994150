import { z } from 'zod'

export const historyQuery = z.strictObject({
  /** From a page's `next_cursor`. */
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number({ error: 'not_a_number' }).int('not_a_number').min(1).max(100).default(10),
})
export type HistoryQuery = z.output<typeof historyQuery>

/** Old and new value of one field, in the gateway's names. An absent value was not known. */
const historyChange = z.object({
  field: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
})
export type HistoryChange = z.output<typeof historyChange>

export const historyEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Such as `product.created`, `product.changed`, `product.archived`. Later versions may add more. */
  action: z.string(),
  /** The person; null for a change at the gateway. */
  by: z.string().nullable(),
  changes: z.array(historyChange),
})
export type HistoryEntry = z.output<typeof historyEntry>

export const historyPage = z.object({ items: z.array(historyEntry), next_cursor: z.string().nullable() })
export type HistoryPage = z.output<typeof historyPage>
