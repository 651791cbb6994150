import 'server-only'
import type { z } from 'zod'
import { checkoutRequestIn, type CheckoutRequest } from '../../gateway/checkouts/checkout'
import { invalidCheckout, nestedErrors } from '../http/refusal'
import { currentReading } from '../http/lenient'

type Sent = CheckoutRequest['checkout']
type Settings = NonNullable<Sent['settings']>
type AdditionalData = NonNullable<Sent['order']['additional_data']>

/**
 * The `checkout` object as stored: with defaults and without the card token (see `cardTokenSealed`). Whether a toggle
 * is shown stays undefined if it was not sent: the shop's setting then applies.
 */
export type StoredCheckout = Omit<Sent, 'order' | 'settings' | 'payment_method'> & {
  attempts: number
  test: boolean
  iframe: boolean
  order: Sent['order'] & { additional_data: AdditionalData & { card_on_file: CardOnFile } }
  settings: Settings & { auto_pay: boolean; language: string; save_card_toggle: SaveCardToggle }
  payment_method: Omit<NonNullable<Sent['payment_method']>, 'credit_card'>
}
type SaveCardToggle = NonNullable<Settings['save_card_toggle']> & { customer_contract: boolean }
/** Has a `type` only if the merchant is the initiator (docs/gateway.md#additional-data-of-an-order). */
type CardOnFile = { initiator: 'merchant' | 'customer'; type?: string }

type ReadCheckout = { checkout: StoredCheckout; cardToken: string | null; expiresAt: Date }

type Issue = z.core.$ZodIssue
type TokenCheck = (cardToken: string) => Promise<boolean>

/** How long a token takes payments without `expired_at` (docs/gateway.md#order). */
const defaultPeriodMs = 24 * 60 * 60 * 1000

/**
 * Validates a body of endpoint 2 and fills in defaults. Reports all errors at once. Inferred rules: `expired_at` must
 * not be in the past, and `isKnown` must accept the card token.
 * @throws Refusal 422 with errors nested by section
 */
export async function readCheckout(
  body: Record<string, unknown>,
  isKnown: TokenCheck,
): Promise<ReadCheckout> {
  const now = new Date()
  const parsed = checkoutRequestIn(currentReading()).safeParse(withoutEmptyCard(body))
  const issues = parsed.success
    ? await furtherIssues(parsed.data.checkout, isKnown, now)
    : [...parsed.error.issues]
  if (!parsed.success || issues.length > 0) throw invalidCheckout(nestedErrors(issues))
  const { checkout } = parsed.data
  const { expired_at: expiredAt } = checkout.order
  return {
    checkout: withDefaults(checkout),
    cardToken: checkout.payment_method?.credit_card?.token ?? null,
    expiresAt: expiredAt === undefined ? new Date(now.valueOf() + defaultPeriodMs) : new Date(expiredAt),
  }
}

/** The largest value of the column; the API documents no limit. */
const maxAttempts = 2_147_483_647

async function furtherIssues(checkout: Sent, isKnown: TokenCheck, now: Date): Promise<Issue[]> {
  const issues: Issue[] = []
  const { expired_at: expiredAt } = checkout.order
  if (expiredAt !== undefined && new Date(expiredAt) <= now)
    issues.push(issue(['order', 'expired_at'], 'invalid_date_time'))
  if (checkout.attempts !== undefined && checkout.attempts > maxAttempts)
    issues.push(issue(['attempts'], 'invalid'))
  const token = checkout.payment_method?.credit_card?.token
  if (token !== undefined && !(await isKnown(token)))
    issues.push(issue(['payment_method', 'credit_card', 'token'], 'does_not_exist'))
  return issues
}

const issue = (path: string[], message: string): Issue => ({
  code: 'custom',
  path: ['checkout', ...path],
  message,
  input: undefined,
})

function withDefaults({ order, settings, payment_method: method, ...rest }: Sent): StoredCheckout {
  const { credit_card: _, ...methodWithoutCard } = method ?? {}
  const { initiator = 'merchant', type = 'delayed_charge' } = order.additional_data?.card_on_file ?? {}
  return {
    ...rest,
    attempts: rest.attempts ?? 1,
    test: rest.test ?? false,
    iframe: rest.iframe ?? false,
    order: {
      ...order,
      additional_data: {
        ...order.additional_data,
        card_on_file: initiator === 'merchant' ? { initiator, type } : { initiator },
      },
    },
    settings: {
      ...settings,
      auto_pay: settings?.auto_pay ?? false,
      language: settings?.language ?? 'en',
      save_card_toggle: {
        ...settings?.save_card_toggle,
        customer_contract: settings?.save_card_toggle?.customer_contract ?? false,
      },
    },
    payment_method: methodWithoutCard,
  }
}

/**
 * Removes `credit_card: []`, which the public PHP client sends for “nothing” (seen): an empty PHP object serialises
 * like that.
 */
function withoutEmptyCard(body: Record<string, unknown>): Record<string, unknown> {
  const checkout = body.checkout as { payment_method?: { credit_card?: unknown } } | null | undefined
  const method = checkout?.payment_method
  if (!method || !Array.isArray(method.credit_card) || method.credit_card.length > 0) return body
  return { ...body, checkout: { ...checkout, payment_method: { ...method, credit_card: undefined } } }
}
