import { z } from 'zod'
import { anyZonedDateTime, currency, minorAmount, wholeNumber } from '../gateway/values/schemas'
import { productSelection } from './schema'

/** Half to even (banker's rounding), always up, or always down. */
export const roundingModes = ['half_even', 'up', 'down'] as const
export type RoundingMode = (typeof roundingModes)[number]

const percentPattern = /^[+-]?\d{1,5}(?:[.,]\d{1,4})?$/

/** Returns whether the comma may group thousands: "1,500" may mean 1.5 or 1500. A point always marks decimals. */
const mayGroupThousands = (text: string) => /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text.trim())

/** A percentage as text, so that no digit is lost: "-12.5", "10", "+3,25". */
const percent = z
  .union([z.string(), z.number().transform(String)], { error: 'not_a_number' })
  .refine((text) => !mayGroupThousands(text), { error: 'could_be_thousands', abort: true })
  .transform((text) => text.trim().replace(',', '.').replace(/^\+/, ''))
  .refine((text) => text !== '', 'blank')
  .refine((text) => text === '' || percentPattern.test(text), 'not_a_number')
  .refine((text) => !percentPattern.test(text) || (Number(text) > -100 && Number(text) !== 0), 'invalid')

/** The new amount is a multiple of `step` minor units. */
const rounding = z.strictObject({
  mode: z.enum(roundingModes, { error: 'invalid_choice' }).default('half_even'),
  step: wholeNumber
    .refine((step) => step > 0, 'must_be_positive')
    .refine((step) => step <= 1_000_000, 'too_big')
    .default(1),
})

const yes = z.literal(true, { error: 'invalid_choice' })

/**
 * - `set_price`: `amount` in minor units. Products in another currency are invalid.
 * - `change_price`: by percent, rounded, above 0. `currency` limits it to one currency.
 * - `extend_expiry`: by days after the expiry (or after now, if that has passed), in the product's own time zone; until
 *   a moment; or for ever.
 * - `archive`, `restore`: only in Counterfoil. The gateway has no deletion.
 */
export const bulkOperation = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('set_price'), currency, amount: minorAmount }),
    z.strictObject({
      kind: z.literal('change_price'),
      percent,
      currency: currency.optional(),
      rounding: rounding.prefault({}),
    }),
    z.strictObject({
      kind: z.literal('set_quantity'),
      quantity: z.union([
        z.literal('infinite'),
        wholeNumber.refine((value) => value >= 0, 'must_not_be_negative'),
      ]),
    }),
    z.strictObject({
      kind: z.literal('extend_expiry'),
      by: z.union([
        z.strictObject({ days: z.int('not_a_number').min(1).max(3650) }),
        z.strictObject({ until: anyZonedDateTime }),
        z.strictObject({ immortal: yes }),
      ]),
    }),
    z.strictObject({ kind: z.literal('set_test'), test: z.boolean({ error: 'not_a_boolean' }) }),
    z.strictObject({ kind: z.literal('archive') }),
    z.strictObject({ kind: z.literal('restore') }),
  ],
  { error: 'invalid_choice' },
)
export type BulkOperation = z.output<typeof bulkOperation>
export type BulkOperationInput = z.input<typeof bulkOperation>

/** `run` starts the job at once, without a review of the dry run (a quick restock of one product). */
export const bulkOrder = z.strictObject({
  operation: bulkOperation,
  selection: productSelection,
  run: z.boolean().default(false),
})
export type BulkOrder = z.output<typeof bulkOrder>
