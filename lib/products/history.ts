/** What happened to a product, as this application knows it. */
import { z } from 'zod'

export const historyQuery = z.strictObject({
  /** From a page's `next_cursor`. */
  cursor: z.string().max(2000).optional(),
  limit: z.coerce.number({ error: 'not_a_number' }).int('not_a_number').min(1).max(100).default(10),
})
export type HistoryQuery = z.output<typeof historyQuery>

/** A field's old and new value in the gateway's own names; a value that is absent was not known. */
const historyChange = z.object({
  field: z.string(),
  from: z.unknown().optional(),
  to: z.unknown().optional(),
})
export type HistoryChange = z.output<typeof historyChange>

export const historyEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** Such as `product.created`, `product.changed`, `product.archived`; newer kinds may come. */
  action: z.string(),
  /** Who did it; null where nobody here did: the gateway. */
  by: z.string().nullable(),
  changes: z.array(historyChange),
})
export type HistoryEntry = z.output<typeof historyEntry>

/** Newest first. */
export const historyPage = z.object({ items: z.array(historyEntry), next_cursor: z.string().nullable() })
export type HistoryPage = z.output<typeof historyPage>
