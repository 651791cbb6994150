/** Products on our own API. Field names are the gateway's own; amounts are minor units. */
import { z } from 'zod'
import { customerFieldNames } from '../gateway/customer-fields'
import { listPage, listQuery } from './list'
import { productSortColumns } from './paging'

export const productListQuery = listQuery(productSortColumns, '-updated_at')
export type ProductListQuery = z.output<typeof productListQuery>

/** Where a value the gateway may not echo comes from. */
export const valueSources = ['gateway', 'submitted', 'unknown'] as const

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
  pay_url: z.string().nullable(),
  confirm_url: z.string().nullable(),
})
export type ProductItem = z.output<typeof productItem>

export const productPage = listPage(productItem)
export type ProductPage = z.output<typeof productPage>

/** A product with what the gateway may not echo, and where each such value comes from. */
export const productDetail = productItem.extend({
  visible_fields: z.array(z.enum(customerFieldNames).or(z.string())).nullable(),
  return_url: z.string().nullable(),
  shop_id: z.int().nullable(),
  payment_url: z.string().nullable(),
  sources: z.object({
    visible_fields: z.enum(valueSources),
    immortal: z.enum(valueSources),
    expired_at: z.enum(valueSources),
    return_url: z.enum(valueSources),
    shop_id: z.enum(valueSources),
  }),
  /** When the gateway last confirmed this product; the page says so when it could not be asked again. */
  synced_at: z.iso.datetime(),
  /** True where a full sync no longer found it at the gateway. */
  vanished: z.boolean(),
})
export type ProductDetail = z.output<typeof productDetail>
