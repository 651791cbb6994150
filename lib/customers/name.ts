import type { CustomerItem } from './schema'

export type Named = Pick<CustomerItem, 'first_name' | 'last_name' | 'email' | 'id'>

/** First and last name; '' without either. */
export const nameOf = ({ first_name: first, last_name: last }: Pick<Named, 'first_name' | 'last_name'>) =>
  [first, last].filter(Boolean).join(' ')

/** What a customer is called: the name, else the e-mail address, else the ID. */
export const titleOf = (customer: Named): string => nameOf(customer) || (customer.email ?? customer.id)

/** A customer among those that a search found. */
export function foundCustomer(customer: Named) {
  const title = titleOf(customer)
  const { id, email } = customer
  return { id, title, note: email && email !== title ? email : id }
}
