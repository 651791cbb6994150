/**
 * The values of the dialogs' fields, and the operations made from them. Where the API accepts alternatives in one
 * field, the form has a field for each, so that errors appear where the value was typed.
 */
import { z } from 'zod'
import { type BulkOperation, bulkOperation } from '@/lib/products/bulk'
import { productFields } from '@/lib/gateway/products/product'
import { wholeNumber, zonedDateTime } from '@/lib/gateway/values/schemas'

/** The API's own schema, for operations with flat fields. */
export const flatOperation = bulkOperation

export const stockValues = z
  .discriminatedUnion('infinite', [
    z.strictObject({ infinite: z.literal(true) }),
    z.strictObject({ infinite: z.literal(false), quantity: productFields.quantity.unwrap() }),
  ])
  .transform((values): BulkOperation => ({
    kind: 'set_quantity',
    quantity: values.infinite ? 'infinite' : values.quantity,
  }))
type StockInput = { infinite: boolean; quantity?: unknown }

/** Leaves out the quantity if the stock is unlimited. */
export const prepareStock = ({ infinite, ...rest }: StockInput): unknown =>
  infinite ? { infinite } : { infinite, ...rest }

export const expiryWays = ['days', 'until', 'never'] as const

export const expiryValues = z
  .discriminatedUnion('how', [
    z.strictObject({
      how: z.literal('days'),
      days: wholeNumber
        .refine((days) => days >= 1, 'must_be_positive')
        .refine((days) => days <= 3650, 'too_big'),
    }),
    z.strictObject({ how: z.literal('until'), until: zonedDateTime }),
    z.strictObject({ how: z.literal('never') }),
  ])
  .transform((values): BulkOperation => {
    if (values.how === 'days') return { kind: 'extend_expiry', by: { days: values.days } }
    return {
      kind: 'extend_expiry',
      by: values.how === 'until' ? { until: values.until } : { immortal: true },
    }
  })
type ExpiryInput = { how: (typeof expiryWays)[number]; days?: unknown; until?: unknown }

/** Keeps only the field of the chosen alternative. */
export const prepareExpiry = ({ how, days, until }: ExpiryInput): unknown =>
  how === 'days' ? { how, days } : how === 'until' ? { how, until } : { how }
