/** Odd values that the gateway accepts. It cannot delete a customer, so a mistake would stay. */
import type { CustomerCreate } from '../gateway/customers/customer'

/** In characters. A longer name was probably pasted by mistake. */
const longestName = 100

type Warned = Pick<CustomerCreate, 'first_name' | 'last_name' | 'phone'>
export type CustomerWarning = { field: keyof Warned; key: 'long_name' | 'phone_without_digits' }

/** Returns warnings, which reject nothing. The form asks for confirmation; an import row shows them. */
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
