import { byField } from '@/lib/core/api/by-field'
import { allCustomerFields } from '@/lib/customers/fields'
import { hasStates } from '@/lib/gateway/countries'
import type { CustomerCreateInput } from '@/lib/gateway/customers/customer'

/** The form's field values; empty text for an empty field. */
export type CustomerValues = CustomerCreateInput

export const newValues: Required<CustomerValues> = byField(allCustomerFields, () => '')

/** Trims the values, and drops empty ones and a state where the country takes none. */
export function prepareNew(values: CustomerValues): unknown {
  const { email, ip, state, ...rest } = values
  const filled = Object.entries({ ...rest, ...(hasStates(values.country) ? { state } : {}) })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '')
  return { email: email.trim(), ip: ip.trim(), ...Object.fromEntries(filled) }
}
