/** What the hosted payment page sends (docs/gateway.md#checkouts). Issue messages are codes of the page. */
import { z } from 'zod'
import {
  attempt,
  cardFields,
  customerFieldsIn,
  hasFittingZip,
  optional,
  withoutStrayState,
  type PayerFormOutput,
} from './card'
import type { CustomerFieldName } from './customer-fields'

/**
 * How a card is presented: typed in, as the one whose token the merchant sent, or as one that the page remembers
 * for this payer's browser.
 */
export const cardSources = ['entered', 'stored', 'saved'] as const
export type CardSource = (typeof cardSources)[number]

export type CheckoutFormRules = {
  source: CardSource
  /** Customer fields that the payer can fill in: shown and not read-only. */
  fields: readonly string[]
  /** The holder's name comes from the merchant. */
  isHolderReadOnly: boolean
  /** Whether the security code of a stored card is needed. It may be given in any case. */
  asksCode: boolean
}

type CustomerTexts = Partial<Record<CustomerFieldName, string>>

export type CheckoutFormInput = CustomerTexts & {
  attempt: string
  source: CardSource
  number?: string
  expiry?: string
  verification_value?: string
  holder?: string
  /** Which of the remembered cards. */
  card_id?: string
  /** The save-card toggle. */
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
 * The form as `source` makes it; fields that do not belong to it are left out.
 * - `entered`: number, expiry, verification_value, holder (unless read-only), save.
 * - `stored`: verification_value, and nothing else of the card.
 * - `saved`: card_id, verification_value, save.
 */
export function checkoutForm({ source, fields, isHolderReadOnly, asksCode }: CheckoutFormRules) {
  const shapes = {
    entered: { number, expiry, verification_value, ...(isHolderReadOnly ? {} : { holder }), save },
    stored: { verification_value: asksCode ? verification_value : optional(verification_value) },
    saved: { card_id: z.uuid('invalid'), verification_value, save },
  }
  const form = z
    .object({ attempt, source: z.literal(source, 'invalid'), ...shapes[source], ...customerFieldsIn(fields) })
    .refine(hasFittingZip, { path: ['zip'], error: 'zip' })
    .transform(withoutStrayState)
  // Which fields there are hangs on `source` alone, and so do the types.
  return form as unknown as z.ZodType<CheckoutFormOutput, CheckoutFormInput>
}
