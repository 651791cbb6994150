import { takesState } from '@/lib/gateway/countries'
import type { CustomerCreateInput } from '@/lib/gateway/customer'

/** What the fields of the form hold; an empty text where nothing is typed. */
export type CustomerValues = CustomerCreateInput

export const newValues: Required<CustomerValues> = {
  email: '',
  ip: '',
  first_name: '',
  last_name: '',
  phone: '',
  external_id: '',
  country: '',
  state: '',
  city: '',
  zip: '',
  address: '',
}

/** What is empty is not sent, nor a state that the country does not take; spaces around a value are nobody's. */
export function prepareNew(values: CustomerValues): unknown {
  const { email, ip, state, ...rest } = values
  const filled = Object.entries({ ...rest, ...(takesState(values.country) ? { state } : {}) })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '')
  return { email: email.trim(), ip: ip.trim(), ...Object.fromEntries(filled) }
}
