import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NoteBody } from '../core/note'
import { customerKeys } from '../core/client/keys'
import { listParams, pollIntervalMs } from '../core/client/list-params'
import { shopApi, shopDetail, shopList, shopQuery } from '../core/client/shop-api'
import type { CustomerCreate } from '../gateway/customers/customer'
import type { CustomerApi } from './api'
import type { TimelineKind, CustomerListQuery, CustomerChange } from './schema'
import { customerList } from './filters'

const call = shopApi<CustomerApi>()
const detailOf = shopDetail<CustomerApi>()
const listOf = shopList<CustomerApi>()
const queryOf = shopQuery<CustomerApi>()

type CustomerFilters = Partial<CustomerListQuery>

export const customerListOptions = (shop: string, filters: CustomerFilters) =>
  queryOptions({
    queryKey: customerKeys.list(shop, filters),
    queryFn: ({ signal }) => call('GET /customers', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })

export const customerChoicesOptions = queryOf('GET /customers/filters', (shop) => [
  ...customerKeys.all(shop),
  'choices',
])

export const customerDetailOptions = detailOf('GET /customers/[id]', customerKeys.detail)

/** Its query key begins with the customer's own, so that invalidating the customer includes it. No `kind`: all kinds. */
export const timelineOptions = (shop: string, id: string, kind?: TimelineKind) =>
  infiniteQueryOptions({
    queryKey: [...customerKeys.timelines(shop, id), kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /customers/[id]/timeline', { shop, id, query: { kind, cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })

export const duplicateOptions = listOf('GET /customers/duplicates', (shop, query) => [
  ...customerKeys.all(shop),
  'duplicates',
  query,
])

export const customerListParams = listParams(customerList)

/**
 * Creates a customer. A double click, or a retry after a lost answer, has the same idempotency key and creates nothing
 * more. A create without a known outcome is repeated only with `isRepeatOfLost`.
 */
export const createCustomer = (
  shop: string,
  body: CustomerCreate,
  request: { idempotencyKey: string; isRepeatOfLost?: boolean },
) => call('POST /customers', { shop, body, ...request })

/** Makes the server read the gateway's whole list again now. */
export const syncCustomers = (shop: string) => call('POST /customers/sync', { shop })

export const changeCustomer = (shop: string, id: string, body: CustomerChange) =>
  call('PATCH /customers/[id]', { shop, id, body })

export const addNote = (shop: string, id: string, body: NoteBody) =>
  call('POST /customers/[id]/notes', { shop, id, body })

/** Returns personal data unmasked. Each call is recorded. */
export const revealCustomer = (shop: string, id: string) => call('POST /customers/[id]/reveal', { shop, id })

export const mergeCustomer = (shop: string, id: string, other: string) =>
  call('POST /customers/[id]/merge', { shop, id, body: { other } })

export const unmergeCustomer = (shop: string, id: string, other: string) =>
  call('POST /customers/[id]/unmerge', { shop, id, body: { other } })

export const anonymiseCustomer = (shop: string, id: string) =>
  call('POST /customers/[id]/anonymise', { shop, id })
