/** Products with payment links: endpoints 3 to 6 (docs/gateway.md#products). */
import { z } from 'zod'
import { withConditions, type Condition } from '../conditions'
import { customerFieldNames } from '../customers/fields'
import { looseBoolean, looseNumber, looseText, looseTexts } from '../loose'
import { transactionTypes } from './values'
import { anyZonedDateTime, currency, language, minorAmount, webAddress, wholeNumber } from '../values/schemas'
import { isStorable } from '../values/storable'

/** Product ID: `prd_` followed by hexadecimal characters (docs/gateway.md#product-response). */
export const productId = z.string().regex(/^prd_[0-9a-f]{1,64}$/)

const requiredText = z
  .string({ error: (issue) => (issue.input == null ? 'required' : 'not_a_text') })
  .refine((text) => text.trim() !== '', 'blank')
  .refine(isStorable, 'invalid')

/**
 * Request fields of a product, with their own rules. Conditions between fields are in {@link productCreate} and {@link
 * productUpdate}.
 * - `amount`: minor units, greater than 0. `quantity`: items for sale, 0 or more.
 * - `expired_at`: a moment with its time zone, in any format; sent in the interface's format.
 * - `language`: payment page language, default `en`; two letters.
 * - `transaction_type`: default `payment`; `authorization` holds the funds.
 */
export const productFields = {
  name: requiredText,
  description: requiredText,
  currency,
  amount: minorAmount,
  quantity: wholeNumber.refine((value) => value >= 0, 'must_not_be_negative').optional(),
  infinite: z.boolean({ error: 'not_a_boolean' }).optional(),
  visible_fields: z
    .array(z.enum(customerFieldNames, { error: 'invalid_choice' }), { error: 'not_a_list' })
    .optional(),
  test: z.boolean({ error: 'not_a_boolean' }).optional(),
  immortal: z.boolean({ error: 'not_a_boolean' }).optional(),
  expired_at: anyZonedDateTime.optional(),
  return_url: webAddress.optional(),
  shop_id: wholeNumber.refine((value) => value > 0, 'must_be_positive').optional(),
  language: language.default('en'),
  transaction_type: z.enum(transactionTypes, { error: 'invalid_choice' }).optional(),
}

type Conditional = { infinite?: boolean; quantity?: number; immortal?: boolean; expired_at?: string }

type FieldRule = {
  of: keyof Conditional
  on: keyof Conditional
  message: string
  isBroken: (value: Conditional) => boolean
}

/** Rules between fields (docs/gateway.md#product-request). */
const fieldRules: FieldRule[] = [
  {
    of: 'quantity',
    on: 'infinite',
    message: 'not_with_infinite',
    isBroken: ({ infinite, quantity }) => infinite === true && quantity !== undefined,
  },
  {
    of: 'quantity',
    on: 'infinite',
    message: 'required_unless_infinite',
    isBroken: ({ infinite, quantity }) => infinite !== true && quantity === undefined,
  },
  {
    of: 'expired_at',
    on: 'immortal',
    message: 'required_unless_immortal',
    isBroken: ({ immortal, expired_at: expiredAt }) => immortal !== true && expiredAt === undefined,
  },
]

/** `isPartial`: for a change, a rule only applies if the change contains the field it depends on. */
const conditions = ({ isPartial }: { isPartial: boolean }): Condition<Conditional>[] =>
  fieldRules.map(({ of, on, message, isBroken }) => ({
    path: [of],
    reads: [[of], [on]],
    message,
    isBroken: (value) => !(isPartial && value[on] === undefined) && isBroken(value),
  }))

/** Body of endpoint 3 (POST /products). Strict: unknown keys are refused. */
export const productCreate = withConditions(z.strictObject(productFields), conditions({ isPartial: false }))
export type ProductCreateInput = z.input<typeof productCreate>
export type ProductCreate = z.output<typeof productCreate>

/**
 * Any subset of the fields. The conditions apply to what is present: `infinite: false` needs a quantity, `immortal:
 * false` an expiry.
 */
export const productChange = withConditions(
  z.strictObject({ ...productFields, language: productFields.language.unwrap() }).partial(),
  conditions({ isPartial: true }),
)

/** Body of endpoint 6 (PUT /products/{id}): a change of at least one field. */
export const productUpdate = productChange.refine(
  (value) => Object.keys(value).length > 0,
  'nothing_to_change',
)
export type ProductUpdate = z.output<typeof productUpdate>
export type ProductField = keyof ProductUpdate

/**
 * A product in a reply (docs/gateway.md#product-response). Read loosely: only `id` is required, unknown keys are kept,
 * and missing or malformed fields are tolerated. The interface does not show whether visible_fields, immortal,
 * expired_at, return_url and shop_id are echoed.
 */
export const productReply = z.looseObject({
  id: z.string().min(1),
  name: looseText,
  description: looseText,
  currency: looseText,
  amount: looseNumber,
  quantity: looseNumber,
  infinite: looseBoolean,
  language: looseText,
  transaction_type: looseText,
  test: looseBoolean,
  created_at: looseText,
  updated_at: looseText,
  additional_data: z.unknown().optional(),
  pay_url: looseText,
  payment_url: looseText,
  confirm_url: looseText,
  visible_fields: looseTexts,
  immortal: looseBoolean,
  expired_at: looseText,
  return_url: looseText,
  shop_id: looseNumber,
})
export type ProductReply = z.output<typeof productReply>
