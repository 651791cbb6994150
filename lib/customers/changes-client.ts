import { shopApi } from '../core/client/shop-api'
import type { CustomerApi } from './api'
import type { CustomerChange, CustomerNote } from './schema'

const call = shopApi<CustomerApi>()

export const changeCustomer = (shop: string, id: string, body: CustomerChange) =>
  call('PATCH /customers/[id]', { shop, id, body })

export const addNote = (shop: string, id: string, body: CustomerNote) =>
  call('POST /customers/[id]/notes', { shop, id, body })

/** Each call is recorded. */
export const revealCustomer = (shop: string, id: string) => call('POST /customers/[id]/reveal', { shop, id })

export const mergeCustomer = (shop: string, id: string, other: string) =>
  call('POST /customers/[id]/merge', { shop, id, body: { other } })

export const unmergeCustomer = (shop: string, id: string, other: string) =>
  call('POST /customers/[id]/unmerge', { shop, id, body: { other } })

export const anonymiseCustomer = (shop: string, id: string) =>
  call('POST /customers/[id]/anonymise', { shop, id })
