import type { CustomerDetail } from '@/lib/customers/schema'
import { emptyValues, type CheckoutValues } from '../values'

/** Returns the text, or an empty text if it is masked: a masked text is not the real value. */
const unlessMasked = (text: string | null | undefined) => (text && !text.includes('•') ? text : '')

/**
 * Returns the checkout's customer fields for one of the shop's customers. The merchant's corrections take
 * precedence.
 */
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
