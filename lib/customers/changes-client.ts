import type { CustomerChange, CustomerDetail, CustomerNote, RevealedCustomer, TimelineEntry } from './schema'
import { api } from '../core/http'
import { customerPath } from './client'

/** Changes what is kept here; the gateway has no update. */
export const changeCustomer = (shop: string, id: string, body: CustomerChange) =>
  api<CustomerDetail>(customerPath(shop, id), { method: 'PATCH', body })

export const addNote = (shop: string, id: string, body: CustomerNote) =>
  api<TimelineEntry>(customerPath(shop, id, 'notes'), { method: 'POST', body })

/** What is personal, unmasked. Asking is recorded. */
export const revealCustomer = (shop: string, id: string) =>
  api<RevealedCustomer>(customerPath(shop, id, 'reveal'), { method: 'POST' })

/** Joins `other` to the customer, here only. */
export const mergeCustomer = (shop: string, id: string, other: string) =>
  api<CustomerDetail>(customerPath(shop, id, 'merge'), { method: 'POST', body: { other } })

export const unmergeCustomer = (shop: string, id: string, other: string) =>
  api<CustomerDetail>(customerPath(shop, id, 'unmerge'), { method: 'POST', body: { other } })

/** Blanks what is held here. Cannot be undone. */
export const anonymiseCustomer = (shop: string, id: string) =>
  api<CustomerDetail>(customerPath(shop, id, 'anonymise'), { method: 'POST' })
