import { type OwnAddresses, presentAddress } from '@/lib/checkouts/own-addresses'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { type PageDefaults, withPageDefaults } from '@/lib/core/page-defaults'
import type { CustomerDetail } from '@/lib/customers/schema'
import type { MinorUnitOverrides } from '@/lib/gateway/values/minor-units'
import { isHidden, type Leftover, readRequest, withRequest } from '../request/read-request'
import { type CheckoutValues, emptyValues, newValues } from '../values'
import { type Prefill, prefilled } from './prefill'

export interface InitialForm {
  values: CheckoutValues
  /** Values of the source that the form cannot hold. They are not sent. */
  leftovers: Leftover[]
}

interface InitialFormSources {
  prefill: Prefill
  addresses: OwnAddresses
  attempts: number
  pageDefaults: PageDefaults
  overrides: MinorUnitOverrides
  templates: readonly CheckoutTemplate[]
  like?: CheckoutDetail
  customer?: CustomerDetail
}

export function initialForm(sources: InitialFormSources): InitialForm {
  const { prefill, overrides, like, customer } = sources
  const { values, leftovers } = startingValues(sources)
  // If the copied checkout is for the same customer, their fields stay as they were entered there.
  if (customer && customer.id !== like?.customer_id) {
    values.customer_id = customer.id
    values.checkout.customer = customerFieldsOf(customer)
  }
  return { values: prefilled(values, prefill, overrides), leftovers }
}

function startingValues(sources: InitialFormSources): InitialForm {
  const { prefill, addresses, attempts, pageDefaults, templates, like } = sources
  if (like) return valuesLike(like, addresses)
  const values = withRequest(newValues(), readRequest({ settings: withPageDefaults({}, pageDefaults) }))
  values.checkout.attempts = String(attempts)
  values.checkout.settings.notification_url = addresses.notification ?? ''
  values.checkout.settings.verification_url = addresses.verification ?? ''
  const template = templates.find(({ id, is_default: isDefault }) =>
    prefill.template ? id === prefill.template : isDefault,
  )
  return template ? withTemplate(values, template, pageDefaults) : { values, leftovers: [] }
}

interface WithTemplate extends InitialForm {
  /** The paths of the fields that the template sets. */
  setPaths: readonly string[]
}

/**
 * Fills in the fields that a template sets. If it sets a success or decline page but no return page, the shop's default
 * return page is removed.
 */
export function withTemplate(
  before: CheckoutValues,
  { fields }: Pick<CheckoutTemplate, 'fields'>,
  { return_url: back }: PageDefaults,
): WithTemplate {
  const read = readRequest({ checkout: fields })
  const values = withRequest(before, read)
  const { settings } = values.checkout
  const sets = (name: string) => read.setPaths.includes(`settings.${name}`)
  if ((sets('success_url') || sets('decline_url')) && !sets('return_url') && settings.return_url === back)
    settings.return_url = ''
  return { values, leftovers: read.leftovers, setPaths: read.setPaths }
}

/** Returns the shop's defaults by the names of the form's fields. */
export function shopDefaults(attempts: number, pageDefaults: PageDefaults): Record<string, unknown> {
  const { visible, read_only: readOnly, ...texts } = pageDefaults
  const settings: [string, string][] = Object.entries(texts).map(([name, value]) => [
    `checkout.settings.${name}`,
    value,
  ])
  return {
    'checkout.attempts': String(attempts),
    ...Object.fromEntries(settings),
    'checkout.settings.customer_fields.visible': visible,
    'checkout.settings.customer_fields.read_only': readOnly,
  }
}

/** Copies a checkout without its tracking ID and expiry date. Replaces our own addresses by the current ones. */
function valuesLike(
  { request, masked: isMasked, customer_id: customerId, card }: CheckoutDetail,
  addresses: OwnAddresses,
): InitialForm {
  const { values, leftovers } = readRequest(request, { isMasked })
  const { settings } = values.checkout
  settings.notification_url = presentAddress(settings.notification_url, 'notification', addresses) ?? ''
  settings.card_notification_url =
    presentAddress(settings.card_notification_url, 'notification', addresses) ?? ''
  settings.verification_url = presentAddress(settings.verification_url, 'verification', addresses) ?? ''
  values.checkout.order.tracking_id = ''
  values.checkout.order.expired_at = undefined
  values.customer_id = customerId ?? ''
  values.card_token_id = card?.id ?? ''
  return { values, leftovers }
}

/** Returns the text, or an empty text if it is masked: a masked text is not the real value. */
const unlessMasked = (text: string | null | undefined) => (text && !isHidden(text) ? text : '')

/** Returns the customer fields of a checkout for a customer. The merchant's corrections (`contact`) take precedence. */
export function customerFieldsOf(customer: CustomerDetail): CheckoutValues['checkout']['customer'] {
  const { contact } = customer
  return {
    ...emptyValues().checkout.customer,
    email: unlessMasked(contact.email ?? customer.email),
    first_name: unlessMasked(customer.first_name),
    last_name: unlessMasked(customer.last_name),
    phone: unlessMasked(contact.phone ?? customer.phone),
    address: unlessMasked(contact.address ?? customer.address),
    city: unlessMasked(customer.city),
    state: unlessMasked(customer.state),
    zip: unlessMasked(customer.zip),
    country: unlessMasked(customer.country),
    external_id: unlessMasked(customer.external_id),
  }
}
