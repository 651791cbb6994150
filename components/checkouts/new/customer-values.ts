import type { CustomerDetail } from '@/lib/customers/schema'
import { emptyValues, type CheckoutValues } from './values'

/** Returns the text, or an empty text if it is masked: a masked text is not the real value. */
const shown = (text: string | null | undefined) => (text && !text.includes('•') ? text : '')

/**
 * Returns the checkout's customer fields for one of the shop's customers. The merchant's corrections take
 * precedence.
 */
export function customerFieldsOf(customer: CustomerDetail): CheckoutValues['checkout']['customer'] {
  const { contact } = customer
  return {
    ...emptyValues().checkout.customer,
    email: shown(contact.email ?? customer.email),
    first_name: shown(customer.first_name),
    last_name: shown(customer.last_name),
    phone: shown(contact.phone ?? customer.phone),
    address: shown(contact.address ?? customer.address),
    city: shown(customer.city),
    state: shown(customer.state),
    zip: shown(customer.zip),
    country: shown(customer.country),
    external_id: shown(customer.external_id),
  }
}
