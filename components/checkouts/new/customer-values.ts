import type { CustomerDetail } from '@/lib/customers/schema'
import { emptyValues, type CheckoutValues } from './values'

/** What is shown with dots in it is not what it is. */
const shown = (text: string | null | undefined) => (text && !text.includes('•') ? text : '')

/** The fields of a checkout's customer that are known of one of the shop's; corrections made here come first. */
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
