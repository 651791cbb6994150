/** Products on our own API. Field names are the gateway's. Amounts are in minor units. */
import { z } from 'zod'
import { takingMembersOf } from '../core/api/endpoint'
import { customerFieldNames } from '../gateway/customers/fields'
import { isStorable } from '../gateway/values/storable'
import { byField } from '../core/api/by-field'
import { listQuery, mark, mirrorPage, withDefaultSort, withSimilar } from '../core/lists/list'
import {
  mirroredFields,
  productFieldNames,
  productFieldRows,
  unechoedFields,
  type KindOf,
  type ProductKind,
} from './fields'
import { productList } from './filters'
import {
  productFields,
  productUpdate,
  type ProductField,
  type ProductUpdate,
} from '../gateway/products/product'

/** With search text and no sort, the best matches come first. */
export const productListQuery = listQuery(productList).transform(withDefaultSort(productList))
export type ProductListQuery = z.output<typeof productListQuery>
export const productSearchQuery = listQuery(productList)
  .extend(withSimilar)
  .transform(withDefaultSort(productList))

export const maxIds = 1_000

const productIds = z
  .array(z.string().min(1).max(200).refine(isStorable, 'invalid'), { error: 'not_a_list' })
  .max(maxIds)

/** Products to act on: the given IDs, or all that a list with the same query shows now, less `except`. */
export const productSelection = z.union([
  z.strictObject({ ids: productIds.min(1) }),
  z.strictObject({
    query: listQuery(productList).omit({ sort: true, cursor: true, limit: true }),
    except: productIds.optional(),
  }),
])
export type ProductSelection = z.output<typeof productSelection>
export type ProductQuery = Extract<ProductSelection, { query: unknown }>['query']

/** Provenance of a value that the gateway may not echo. `default`: left out when we submitted a whole product. */
export const valueSources = ['gateway', 'submitted', 'default', 'unknown'] as const

const text = z.string().nullable()
const shown = {
  text,
  number: z.int().nullable(),
  flag: z.boolean().nullable(),
  moment: text,
  list: z.array(z.enum(customerFieldNames).or(z.string())).nullable(),
  currency: text,
  code: text,
  address: text,
} satisfies Record<ProductKind, z.ZodType>

/** These fields in our answers, by their kinds. Null: not known. Amounts are in minor units. */
const shownFields = <Field extends ProductField>(fields: readonly Field[]) =>
  byField(fields, (field) => shown[productFieldRows[field].kind]) as {
    [One in Field]: (typeof shown)[KindOf<One>]
  }

const productItem = z.object({
  id: z.string(),
  ...shownFields(mirroredFields),
  created_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime().nullable(),
  pay_url: z.string().nullable(),
  confirm_url: z.string().nullable(),
  /** Hidden in Counterfoil. The gateway still sells it. */
  archived: z.boolean(),
  /** No longer found at the gateway by a full sync. */
  vanished: z.boolean(),
})
export type ProductItem = z.output<typeof productItem>

/** `marks`: positions of search matches in the fields as shown. Only in search results. */
const productListItem = productItem.extend({
  marks: z.object({ name: z.array(mark), description: z.array(mark), id: z.array(mark) }).optional(),
})
export type ProductListItem = z.output<typeof productListItem>

export const productPage = mirrorPage(productListItem)
export type ProductPage = z.output<typeof productPage>

const submission = z.object({ at: z.iso.datetime(), by: z.string().nullable() })
const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
  error: 'invalid',
})

/** A product with all values that the gateway may not echo, and their provenance. */
export const productDetail = productItem.extend({
  ...shownFields(productFieldNames),
  payment_url: z.string().nullable(),
  /** Links that are not web addresses. Show them as text only: never follow them or pass them on. */
  unusable_links: z.array(z.string()),
  sources: z.record(z.enum(unechoedFields), z.enum(valueSources)),
  submitted_at: z.iso.datetime().nullable(),
  submitted_by: z.string().nullable(),
  /** By field, when we last sent it. It explains the `submitted` provenance in `sources`. */
  submissions: z.record(z.string(), submission),
  /** By field, where the gateway's value differs from the one we last sent. A lower quantity means sales, not drift. */
  drift: z.record(
    z.string(),
    z.object({
      sent: fieldValue,
      now: fieldValue,
      sent_at: z.iso.datetime().nullable(),
      sent_by: z.string().nullable(),
    }),
  ),
  archived_at: z.iso.datetime().nullable(),
  /** When the gateway last confirmed this product. */
  synced_at: z.iso.datetime(),
})
export type ProductDetail = z.output<typeof productDetail>

const fields = Object.keys(productFields) as (keyof typeof productFields)[]

/** Expected values by field. Null: no known value. */
const expectation = z.partialRecord(
  z.enum(fields, { error: 'invalid_choice' }),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()], { error: 'invalid' }),
)

/** `expect`: values that the gateway must still have. If one differs, nothing changes: `conflict`. */
export const productChange = takingMembersOf(
  productUpdate,
  z
    .looseObject({ expect: expectation.optional() })
    .transform(({ expect, ...given }, context): { change: ProductUpdate; expect?: typeof expect } => {
      const { success, data, error } = productUpdate.safeParse(given, { reportInput: true })
      if (success) return { change: data, expect }
      // Passed on unchanged, so that field messages are the same with and without `expect`.
      context.issues.push(...(error.issues as typeof context.issues))
      return z.NEVER
    }),
)
export type ProductChange = z.output<typeof productChange>

/**
 * `theirs` stores the gateway's values as ours. `ours` sends our last values again. `seen` holds, by field, the
 * gateway's value at the time of the decision. If one differs now, the answer is `conflict`. Other fields stay
 * undecided.
 */
export const driftDecision = z.strictObject({
  keep: z.enum(['theirs', 'ours'], { error: 'invalid_choice' }),
  seen: z
    .record(z.string(), fieldValue, { error: 'required' })
    .refine((seen) => Object.keys(seen).length > 0, 'required'),
})
export type DriftDecision = z.output<typeof driftDecision>

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

const historyEntry = z.object({
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

export const soonDays = 7

const radarItem = productItem.pick({
  id: true,
  name: true,
  quantity: true,
  infinite: true,
  immortal: true,
  expired_at: true,
})
export type RadarItem = z.output<typeof radarItem>

const radarList = z.object({ items: z.array(radarItem), total: z.int(), total_exact: z.boolean() })

export const radar = z.object({
  /** Payable now, but for {@link soonDays} days at most. */
  expiring: radarList,
  /** Payable, with little or no stock left. */
  stock: radarList,
  /** Test products in a live shop: they take no money. Empty in a sandbox shop. */
  test: radarList,
  /** End of the last full sync. Null if there was none: the lists then say nothing. */
  synced_at: z.iso.datetime().nullable(),
})
export type Radar = z.output<typeof radar>
