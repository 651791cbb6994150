/** What is odd about a customer, though the gateway takes it: the gateway cannot delete a customer. */
import type { CustomerCreate } from '../gateway/customer'

/** Longer than any name, so that something else was pasted. */
const longestName = 100

type Warned = Pick<CustomerCreate, 'first_name' | 'last_name' | 'phone'>
export type CustomerWarning = { field: keyof Warned; key: 'long_name' | 'phone_without_digits' }

/** The form asks once more for these, and a row of a file says them; neither refuses them. */
export function customerWarnings(customer: Warned): CustomerWarning[] {
  const { phone } = customer
  const names = (['first_name', 'last_name'] as const).filter(
    (field) => Array.from(customer[field] ?? '').length > longestName,
  )
  return [
    ...names.map((field) => ({ field, key: 'long_name' as const })),
    ...(phone && !/\p{Nd}/u.test(phone)
      ? [{ field: 'phone' as const, key: 'phone_without_digits' as const }]
      : []),
  ]
}
