import { api } from '../core/http'
import { customerPath } from './client'
import type { CustomerChange, CustomerDetail, CustomerNote, RevealedCustomer, TimelineEntry } from './schema'

export const changeCustomer = (shop: string, id: string, body: CustomerChange) =>
  api<CustomerDetail>(customerPath(shop, id), { method: 'PATCH', body })

export const addNote = (shop: string, id: string, body: CustomerNote) =>
  api<TimelineEntry>(customerPath(shop, id, 'notes'), { method: 'POST', body })

/** Each call is recorded. */
export const revealCustomer = (shop: string, id: string) =>
  api<RevealedCustomer>(customerPath(shop, id, 'reveal'), { method: 'POST' })

export const mergeCustomer = (shop: string, id: string, other: string) =>
  api<CustomerDetail>(customerPath(shop, id, 'merge'), { method: 'POST', body: { other } })

export const unmergeCustomer = (shop: string, id: string, other: string) =>
  api<CustomerDetail>(customerPath(shop, id, 'unmerge'), { method: 'POST', body: { other } })

export const anonymiseCustomer = (shop: string, id: string) =>
  api<CustomerDetail>(customerPath(shop, id, 'anonymise'), { method: 'POST' })
