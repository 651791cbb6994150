/** What the hosted payment page submits (docs/gateway.md#checkouts). Issue messages are codes of the page. */
import { z } from 'zod'
import {
  attempt,
  cardFields,
  customerFieldsIn,
  hasValidZip,
  optional,
  withoutUnsupportedState,
  type PayerFormOutput,
} from '../cards/card'
import type { CustomerFieldName } from '../customers/fields'

/**
 * Where the card comes from: typed in (`entered`), the card whose token the merchant sent (`stored`), or a card that
 * the page remembers for this browser (`saved`).
 */
export const cardSources = ['entered', 'stored', 'saved'] as const
export type CardSource = (typeof cardSources)[number]

type CheckoutFormRules = {
  source: CardSource
  /** Customer fields that are shown and not read-only. */
  fields: readonly string[]
  isHolderReadOnly: boolean
  /** Whether the security code of a stored card is required. It may always be given. */
  isCodeNeeded: boolean
}

type CustomerTexts = Partial<Record<CustomerFieldName, string>>

export type CheckoutFormInput = CustomerTexts & {
  attempt: string
  source: CardSource
  number?: string
  expiry?: string
  verification_value?: string
  holder?: string
  card_id?: string
  save?: boolean
}

export type CheckoutFormOutput = CustomerTexts & {
  attempt: string
  verification_value?: string
  save?: boolean
} & (
    | { source: 'entered'; number: string; expiry: PayerFormOutput['expiry']; holder?: string }
    | { source: 'stored' }
    | { source: 'saved'; card_id: string }
  )

const { number, expiry, verification_value, holder } = cardFields
const save = z.boolean('invalid').optional()

/**
 * Returns the form for `source`. Fields of other sources are dropped.
 * - `entered`: number, expiry, verification_value, holder (unless read-only), save.
 * - `stored`: verification_value only.
 * - `saved`: card_id, verification_value, save.
 */
export function checkoutForm({ source, fields, isHolderReadOnly, isCodeNeeded }: CheckoutFormRules) {
  const shapes = {
    entered: { number, expiry, verification_value, ...(isHolderReadOnly ? {} : { holder }), save },
    stored: { verification_value: isCodeNeeded ? verification_value : optional(verification_value) },
    saved: { card_id: z.uuid('invalid'), verification_value, save },
  }
  const form = z
    .object({ attempt, source: z.literal(source, 'invalid'), ...shapes[source], ...customerFieldsIn(fields) })
    .refine(hasValidZip, { path: ['zip'], error: 'zip' })
    .transform(withoutUnsupportedState)
  // `source` alone decides which fields exist, which the schema's inferred type cannot express.
  return form as unknown as z.ZodType<CheckoutFormOutput, CheckoutFormInput>
}
