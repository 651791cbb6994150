/** What the form holds, and the request that comes of it. */
import type { CheckoutCreateInput } from '@/lib/checkouts/schema'
import { takesState } from '@/lib/gateway/countries'
import { checkoutCautions, type CheckoutCaution } from '@/lib/gateway/checkout-cautions'
import { emptyOf, isRecord, writeValue } from '@/components/form/kinds'
import type { AirlineValues } from '@/components/travel/fields'
import { fields, tokenField } from './fields'

type Texts<Name extends string> = Record<Name, string>
type Flag = boolean | undefined

/** By the paths of the request, so that what is said of a path finds its field. Empty texts and lists: not set. */
export interface CheckoutValues {
  /** The customer it is for, where one was picked; local. */
  customer_id: string
  /** The card token that was chosen, by its ID here. */
  card_token_id: string
  checkout: {
    transaction_type: string
    attempts: string
    dynamic_billing_descriptor: string
    test: Flag
    iframe: Flag
    order: {
      /** Minor units; a text where it is none. */
      amount: number | string | undefined
      currency: string
      description: string
      tracking_id: string
      expired_at: string | undefined
      additional_data: {
        receipt_text: string[]
        contract: string[]
        /** JSON as it is typed. */
        avs_cvc_verification: string
        card_on_file: Texts<'initiator' | 'type'>
      }
    }
    settings: Texts<
      | 'return_url'
      | 'success_url'
      | 'decline_url'
      | 'fail_url'
      | 'cancel_url'
      | 'notification_url'
      | 'card_notification_url'
      | 'verification_url'
      | 'auto_return'
      | 'button_text'
      | 'button_next_text'
      | 'language'
    > & {
      auto_pay: Flag
      customer_fields: { visible: string[]; read_only: string[] }
      credit_card_fields: { holder: string; read_only: string[] }
      save_card_toggle: Texts<'text' | 'hint'> & { display: Flag; customer_contract: Flag }
      another_card_toggle: { display: Flag }
    }
    customer: Texts<
      | 'email'
      | 'first_name'
      | 'last_name'
      | 'address'
      | 'city'
      | 'state'
      | 'zip'
      | 'country'
      | 'phone'
      | 'birth_date'
      | 'taxpayer_id'
      | 'external_id'
    >
    payment_method: {
      types: unknown[]
      excluded_types: string[]
      excluded_brands: string[]
      credit_card: { token: string }
    }
    travel: { airline: AirlineValues }
  }
}

/** The value at a dotted path; undefined where there is none. */
export const valueAt = (source: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      source,
    )

/** Puts a value at a dotted path of an object that is being built. */
export function put(target: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at = target
  for (const key of keys) {
    const inner = at[key]
    const next = isRecord(inner) ? inner : {}
    at[key] = next
    at = next
  }
  at[last] = value
}

/** A form in which nothing is set. */
export function emptyValues(): CheckoutValues {
  const checkout: Record<string, unknown> = {}
  for (const [path, kind] of fields) put(checkout, path, emptyOf(kind))
  return { customer_id: '', card_token_id: '', checkout } as unknown as CheckoutValues
}

/** What a new checkout begins with: a payment, in euros. */
export function newValues(): CheckoutValues {
  const values = emptyValues()
  values.checkout.transaction_type = 'payment'
  values.checkout.order.currency = 'EUR'
  return values
}

const hasToken = ({ card_token_id: saved, checkout }: CheckoutValues): boolean =>
  saved !== '' || checkout.payment_method.credit_card.token.trim() !== ''

/** Fields that another one makes meaningless: they are hidden, and what they hold is not sent. */
export function meaningless(values: CheckoutValues): ReadonlySet<string> {
  const { settings, payment_method: method, customer, order } = values.checkout
  const paths: string[] = []
  if (settings.return_url.trim() !== '') paths.push('settings.success_url', 'settings.decline_url')
  if (method.types.length > 0) paths.push('payment_method.excluded_types')
  if (!hasToken(values)) paths.push('settings.auto_pay')
  if (!takesState(customer.country)) paths.push('customer.state')
  if (order.additional_data.card_on_file.initiator === 'customer')
    paths.push('order.additional_data.card_on_file.type')
  if (values.card_token_id !== '') paths.push(tokenField)
  return new Set(paths)
}

/** The part of a checkout that is set. `whole`: with what is meaningless. */
export function checkoutOf(values: CheckoutValues, { whole = false } = {}): Record<string, unknown> {
  const left = whole ? new Set<string>() : meaningless(values)
  const checkout: Record<string, unknown> = {}
  for (const [path, kind] of fields) {
    const value = left.has(path) ? undefined : writeValue(kind, valueAt(values.checkout, path))
    if (value !== undefined) put(checkout, path, value)
  }
  return checkout
}

/** What is validated and sent. The order is always there, so that each thing that is missing in it is said by itself. */
export function bodyOf(values: CheckoutValues): CheckoutCreateInput {
  const { order = {}, ...rest } = checkoutOf(values)
  const checkout = { ...rest, order }
  return {
    checkout: checkout as unknown as CheckoutCreateInput['checkout'],
    ...(values.customer_id && { customer_id: values.customer_id }),
    ...(values.card_token_id && { card_token_id: values.card_token_id }),
  }
}

export type FormCaution = Omit<CheckoutCaution, 'code'> & { code: CheckoutCaution['code'] | 'state_not_sent' }

/** What the form holds to no effect, or to one that nobody may want; each is said at its field. */
export function cautionsOf(values: CheckoutValues, isLive: boolean): FormCaution[] {
  const { order = {}, ...rest } = checkoutOf(values, { whole: true })
  const request = { ...rest, order } as unknown as Parameters<typeof checkoutCautions>[0]
  const isSaved = values.card_token_id !== ''
  const cautions: FormCaution[] = checkoutCautions(request, { isLive }).filter(
    ({ code }) => !(isSaved && code === 'no_effect_without_token'),
  )
  const { state, country } = values.checkout.customer
  if (state.trim() !== '' && !takesState(country))
    cautions.push({ code: 'state_not_sent', field: 'customer.state' })
  return cautions
}
