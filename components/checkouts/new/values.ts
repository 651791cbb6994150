/** The form's values, and the request made from them. */
import { checkoutFieldRows, type NameWithin } from '@/lib/checkouts/fields'
import type { CheckoutCreateInput } from '@/lib/checkouts/schema'
import { hasStates } from '@/lib/gateway/values/countries'
import { checkoutCautions, type CheckoutCaution } from '@/lib/gateway/checkouts/cautions'
import { emptyOf, writeValue } from '@/components/form/kinds'
import { isRecord } from '@/lib/core/is-record'
import type { FieldKind } from '@/lib/gateway/field-kind'
import type { AirlineValues } from '@/lib/gateway/travel/fields'

type Texts<Name extends string> = Record<Name, string>
type Flag = boolean | undefined

/**
 * Keyed by the paths of the request, so that errors find their fields. Empty texts and lists mean "not set".
 */
export interface CheckoutValues {
  /** The ID of the picked customer. Not sent to the gateway. */
  customer_id: string
  /** Our ID of the chosen card token. */
  card_token_id: string
  checkout: {
    transaction_type: string
    attempts: string
    dynamic_billing_descriptor: string
    test: Flag
    iframe: Flag
    order: {
      /** Minor units; the text as typed if it is not an amount. */
      amount: number | string | undefined
      currency: string
      description: string
      tracking_id: string
      expired_at: string | undefined
      additional_data: {
        receipt_text: string[]
        contract: string[]
        /** JSON as typed. */
        avs_cvc_verification: string
        card_on_file: Texts<'initiator' | 'type'>
      }
    }
    settings: Texts<Exclude<NameWithin<'settings'>, 'auto_pay'>> & {
      auto_pay: Flag
      customer_fields: { visible: string[]; read_only: string[] }
      credit_card_fields: { holder: string; read_only: string[] }
      save_card_toggle: Texts<'text' | 'hint'> & { display: Flag; customer_contract: Flag }
      another_card_toggle: { display: Flag }
    }
    customer: Texts<NameWithin<'customer'>>
    payment_method: {
      types: unknown[]
      excluded_types: string[]
      excluded_brands: string[]
      credit_card: { token: string }
    }
    travel: { airline: AirlineValues }
  }
}

export const valueAt = (source: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      source,
    )

/** Sets the value at a dotted path and creates missing objects on the way. Changes `target`. */
export function setAt(target: Record<string, unknown>, path: string, value: unknown): void {
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

export function emptyValues(): CheckoutValues {
  const checkout: Record<string, unknown> = {}
  for (const [path, kind] of fields) setAt(checkout, path, emptyOf(kind))
  return { customer_id: '', card_token_id: '', checkout } as unknown as CheckoutValues
}

/** Returns the values of an empty form: a payment in euros. */
export function newValues(): CheckoutValues {
  const values = emptyValues()
  values.checkout.transaction_type = 'payment'
  values.checkout.order.currency = 'EUR'
  return values
}

const hasToken = ({ card_token_id: saved, checkout }: CheckoutValues): boolean =>
  saved !== '' || checkout.payment_method.credit_card.token.trim() !== ''

/** Returns the paths of fields that other values make meaningless. They are hidden and not sent. */
export function fieldsWithoutMeaning(values: CheckoutValues): ReadonlySet<string> {
  const { settings, payment_method: method, customer, order } = values.checkout
  const paths: string[] = []
  if (settings.return_url.trim() !== '') paths.push('settings.success_url', 'settings.decline_url')
  if (method.types.length > 0) paths.push('payment_method.excluded_types')
  if (!hasToken(values)) paths.push('settings.auto_pay')
  if (!hasStates(customer.country)) paths.push('customer.state')
  if (order.additional_data.card_on_file.initiator === 'customer')
    paths.push('order.additional_data.card_on_file.type')
  if (values.card_token_id !== '') paths.push(tokenField)
  return new Set(paths)
}

/** Returns the `checkout` object with the fields that are set. `isWhole` includes meaningless ones. */
export function checkoutOf(values: CheckoutValues, { isWhole = false } = {}): Record<string, unknown> {
  const left = isWhole ? new Set<string>() : fieldsWithoutMeaning(values)
  const checkout: Record<string, unknown> = {}
  for (const [path, kind] of fields) {
    const value = left.has(path) ? undefined : writeValue(kind, valueAt(values.checkout, path))
    if (value !== undefined) setAt(checkout, path, value)
  }
  return checkout
}

/** Returns the body to send. It always has an order, so that each missing field of it gets its own error. */
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

/** Returns the values that have no effect, or one that is probably not intended, each with its field. */
export function cautionsOf(values: CheckoutValues, isLive: boolean): FormCaution[] {
  const { order = {}, ...rest } = checkoutOf(values, { isWhole: true })
  const request = { ...rest, order } as unknown as Parameters<typeof checkoutCautions>[0]
  const isSaved = values.card_token_id !== ''
  const cautions: FormCaution[] = checkoutCautions(request, { isLive }).filter(
    ({ code }) => !(isSaved && code === 'no_effect_without_token'),
  )
  const { state, country } = values.checkout.customer
  if (state.trim() !== '' && !hasStates(country))
    cautions.push({ code: 'state_not_sent', field: 'customer.state' })
  return cautions
}

/** The form's fields by path, in the order of lib/checkouts/fields.ts. */
export const fields = new Map<string, FieldKind>(checkoutFieldRows.map(({ path, kind }) => [path, kind]))

export const tokenField = 'payment_method.credit_card.token'

export const isGroup = (path: string): boolean => [...fields.keys()].some((key) => key.startsWith(`${path}.`))

/**
 * Maps the dotted `path` of an error, from the request's root, to a form field. A path into a list maps to the list; a
 * path into rows stays, as each row has its own fields.
 */
export function fieldOf(path: string): string {
  const inside = path.replace(/^checkout\./, '')
  for (const [name, kind] of fields)
    if (inside === name || inside.startsWith(`${name}.`))
      return kind.kind === 'rows' ? path : `checkout.${name}`
  return path
}
