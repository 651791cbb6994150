import type { CustomerItem } from './schema'

export type Named = Pick<CustomerItem, 'first_name' | 'last_name' | 'email' | 'id'>

/** Returns the first and last name; '' if there is neither. */
export const nameOf = ({ first_name: first, last_name: last }: Pick<Named, 'first_name' | 'last_name'>) =>
  [first, last].filter(Boolean).join(' ')

/** Returns the text that stands for a customer: the name, else the e-mail address, else the ID. */
export const titleOf = (customer: Named): string => nameOf(customer) || (customer.email ?? customer.id)

/** Returns a customer as a search result. `note`: the e-mail address; the ID if that is missing or is the title. */
export function foundCustomer(customer: Named) {
  const title = titleOf(customer)
  const { id, email } = customer
  return { id, title, note: email && email !== title ? email : id }
}
