/** Products on our own API. Field names are the gateway's own; amounts are minor units. */
import { z } from 'zod'
import { customerFieldNames } from '../gateway/customer-fields'
import { transactionTypes } from '../gateway/product'
import { isStorable } from '../gateway/values'
import { listQuery, mark, mirrorPage, searchTerm, someOf, sortedBy, yesOrNo } from '../core/list'
import { productSortColumns, relevance, sortsOf, type SortOf } from '../core/paging'
import { archivedChoices, productStates, stockLevels } from './state'

const invalidChoice = { error: 'invalid_choice' }

/** What narrows a list of products; each also as it comes out, so that a stored selection can be read again. */
const productFilters = {
  state: someOf(z.enum(productStates, invalidChoice)).optional(),
  test: yesOrNo.optional(),
  currency: someOf(z.string().regex(/^[A-Z]{3}$/, 'invalid_choice')).optional(),
  stock: z.enum(stockLevels, invalidChoice).optional(),
  transaction_type: z.enum(transactionTypes, invalidChoice).optional(),
  archived: z.enum(archivedChoices, invalidChoice).optional(),
}

/** With search text and no sort, the best matches come first. */
export const productListQuery = listQuery(productSortColumns, '-updated_at')
  .extend({
    ...productFilters,
    sort: z.enum([...sortsOf(productSortColumns), relevance], invalidChoice).optional(),
  })
  .transform(sortedBy<ProductSort>('-updated_at'))
export type ProductListQuery = z.output<typeof productListQuery>

type ProductSort = SortOf<typeof productSortColumns>

/** So many products can be named one by one. */
export const mostIds = 1_000

const productIds = z
  .array(z.string().min(1).max(200).refine(isStorable, 'invalid'), { error: 'not_a_list' })
  .max(mostIds)

/**
 * Products that something is to be done with: these, or all that match, in any number, but for some. What it
 * matches is what a list with the same query has, at the time it is asked.
 */
export const productSelection = z.union([
  z.strictObject({ ids: productIds.min(1) }),
  z.strictObject({
    query: z.strictObject({ q: searchTerm.optional(), ...productFilters }),
    except: productIds.optional(),
  }),
])
export type ProductSelection = z.output<typeof productSelection>
export type ProductQuery = Extract<ProductSelection, { query: unknown }>['query']

/**
 * Where a value the gateway may not echo comes from: echoed by it, sent from here, left to its default when a whole
 * product was sent from here, or nowhere.
 */
export const valueSources = ['gateway', 'submitted', 'default', 'unknown'] as const

export const productItem = z.object({
  id: z.string(),
  name: z.string().nullable(),
  description: z.string().nullable(),
  currency: z.string().nullable(),
  amount: z.int().nullable(),
  quantity: z.int().nullable(),
  infinite: z.boolean().nullable(),
  test: z.boolean().nullable(),
  immortal: z.boolean().nullable(),
  expired_at: z.string().nullable(),
  language: z.string().nullable(),
  transaction_type: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime().nullable(),
  /** Web addresses, or null. */
  pay_url: z.string().nullable(),
  confirm_url: z.string().nullable(),
  /** Hidden here; at the gateway it goes on. */
  archived: z.boolean(),
  /** A full sync no longer found it at the gateway. */
  vanished: z.boolean(),
})
export type ProductItem = z.output<typeof productItem>

/** A product in a list; `marks` where something is searched for: where it stands in these fields as they are shown. */
export const productListItem = productItem.extend({
  marks: z.object({ name: z.array(mark), description: z.array(mark), id: z.array(mark) }).optional(),
})
export type ProductListItem = z.output<typeof productListItem>

export const productPage = mirrorPage(productListItem)
export type ProductPage = z.output<typeof productPage>

/** When and by whom (a name; null where nobody is known) something was sent to the gateway from here. */
const submission = z.object({ at: z.iso.datetime(), by: z.string().nullable() })
/** A value of a product's field. */
export const fieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())], {
  error: 'invalid',
})

/** A product with what the gateway may not echo, and where each such value comes from. */
export const productDetail = productItem.extend({
  visible_fields: z.array(z.enum(customerFieldNames).or(z.string())).nullable(),
  return_url: z.string().nullable(),
  shop_id: z.int().nullable(),
  payment_url: z.string().nullable(),
  /** What the gateway calls links and is no web address: to be read, never to be followed or handed on. */
  unusable_links: z.array(z.string()),
  sources: z.object({
    visible_fields: z.enum(valueSources),
    immortal: z.enum(valueSources),
    expired_at: z.enum(valueSources),
    return_url: z.enum(valueSources),
    shop_id: z.enum(valueSources),
  }),
  /** The last write from here, whatever it named. */
  submitted_at: z.iso.datetime().nullable(),
  submitted_by: z.string().nullable(),
  /** By field, the last time it was sent from here; for what is `submitted` in `sources`, where it comes from. */
  submissions: z.record(z.string(), submission),
  /** By field, what the gateway now has instead of what was last sent from here. Fewer left is no drift, but sales. */
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
  /** When the gateway last confirmed this product; the page says so when it could not be asked again. */
  synced_at: z.iso.datetime(),
})
export type ProductDetail = z.output<typeof productDetail>
