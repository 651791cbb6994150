import 'server-only'
import type { CheckoutFormOutput } from '../../gateway/checkout-form'
import type { CustomerFieldName } from '../../gateway/customer-fields'
import type { BillingAddress, Payer } from '../transactions/order'
import type { StoredCheckout } from './request'

/** A customer field on the page, with what the merchant filled in. */
export type ShownField = { name: CustomerFieldName; value: string; isReadOnly: boolean }

type Request = Pick<StoredCheckout, 'settings' | 'customer'>

/**
 * The customer fields on the page, in the merchant's order (docs/gateway.md#settings): those that are to be
 * visible, and, since what is disabled can be seen, read-only ones that have a content (inferred).
 */
export function shownFields({ settings, customer }: Request): ShownField[] {
  const { visible = [], read_only: readOnly = [] } = settings.customer_fields ?? {}
  const names = new Set([...visible, ...readOnly.filter((name) => customer?.[name])])
  return [...names].map((name) => ({
    name,
    value: customer?.[name] ?? '',
    isReadOnly: readOnly.includes(name),
  }))
}

/** Those that the payer can fill in. */
export const editableFields = (request: Request): CustomerFieldName[] =>
  shownFields(request).flatMap(({ name, isReadOnly }) => (isReadOnly ? [] : [name]))

/**
 * Customer and address of a transaction: what the payer sent of the fields that can be edited, and what the
 * merchant gave of all others. A field that was sent empty is empty, whatever the merchant had filled in.
 */
export function payerOf(
  request: Request,
  form: CheckoutFormOutput,
  sent: Record<string, unknown>,
): { payer: Payer | null; billingAddress: BillingAddress | null } {
  const typed = editableFields(request).filter((name) => Object.hasOwn(sent, name))
  const { email, birth_date, taxpayer_id, external_id, ...address } = withoutBlanks({
    ...request.customer,
    ...Object.fromEntries(typed.map((name) => [name, form[name]])),
  })
  return {
    payer: ifAny(withoutBlanks({ email, birth_date, taxpayer_id, external_id })),
    billingAddress: ifAny(withoutBlanks(address)),
  }
}

type Texts = NonNullable<StoredCheckout['customer']>

const withoutBlanks = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''))

const ifAny = <Fields extends object>(fields: Fields) => (Object.keys(fields).length > 0 ? fields : null)
