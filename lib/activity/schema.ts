/** The activity of a shop, or of the installation, on our own API. */
import { z } from 'zod'
import { listPage, listQuery } from '../core/lists/list'
import { activityList } from './filters'

/** What an entry can be about. */
const activityObjects = [
  'alert',
  'api_token',
  'card_token',
  'checkout',
  'customer',
  'factor',
  'forwarding',
  'invitation',
  'job',
  'notification',
  'payment',
  'person',
  'product',
  'reconciliation',
  'shop',
  'template',
] as const
export type ActivityObject = (typeof activityObjects)[number]

export const activityListQuery = listQuery(activityList)
export type ActivityListQuery = z.output<typeof activityListQuery>

/** A value that changed. Absent: not known. Null: empty. A field without a name is what the kind says. */
const change = z.object({
  field: z.string(),
  from: z.string().nullable().optional(),
  to: z.string().nullable().optional(),
})
export type ActivityChange = z.output<typeof change>

const activityEntry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** One of `activityKinds`, or one of another release. */
  kind: z.string(),
  /** Null: the gateway, a background job, or a person without an account. */
  by: z.string().nullable(),
  by_id: z.string().nullable(),
  /** Null: none, not known, or forgotten after a year. */
  address: z.string().nullable(),
  /** `name`: of a person. */
  object: z
    .object({ kind: z.enum(activityObjects).nullable(), id: z.string(), name: z.string().nullable() })
    .nullable(),
  changes: z.array(change),
  /** Further facts: counts, reasons, columns. */
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type ActivityEntry = z.output<typeof activityEntry>

export const activityPage = listPage(activityEntry)
export type ActivityPage = z.output<typeof activityPage>

export const activityPeople = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
export type ActivityPeople = z.output<typeof activityPeople>
