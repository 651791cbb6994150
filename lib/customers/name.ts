import type { CustomerItem } from './schema'

type Named = Pick<CustomerItem, 'first_name' | 'last_name' | 'email' | 'id'>

/** First and last name as one text; empty where there is none. */
export const nameOf = ({ first_name: first, last_name: last }: Pick<Named, 'first_name' | 'last_name'>) =>
  [first, last].filter(Boolean).join(' ')

/** What a customer is called: by name, else by e-mail address, else by ID. */
export const titleOf = (customer: Named): string => nameOf(customer) || (customer.email ?? customer.id)
