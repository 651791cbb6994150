import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs/server'
import { checkoutKeys } from '../core/client/keys'
import { isDay, listParams, parseTextIf } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import { checkoutSortColumns, relevance, sortsOf } from '../core/paging'
import { currencyCodes } from '../gateway/currencies'
import type {
  CheckoutCreateInput,
  CheckoutDetail,
  CheckoutMakers,
  CheckoutPage,
  CheckoutReissue,
  CheckoutSettle,
  TrackingUses,
  CheckoutListQuery,
} from './schema'
import { checkoutStates } from './state'

export type CheckoutFilters = Partial<CheckoutListQuery>

const checkoutPath = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, 'checkouts', ...rest].map(encodeURIComponent).join('/')}`

export const checkoutListOptions = (shop: string, filters: CheckoutFilters) =>
  queryOptions({
    queryKey: checkoutKeys.list(shop, filters),
    queryFn: ({ signal }) => api<CheckoutPage>(`${checkoutPath(shop)}${queryString(filters)}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const checkoutDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: checkoutKeys.detail(shop, id),
    queryFn: ({ signal }) => api<CheckoutDetail>(checkoutPath(shop, id), { signal }),
  })

export const checkoutMakersOptions = (shop: string) =>
  queryOptions({
    queryKey: [...checkoutKeys.all(shop), 'makers'],
    queryFn: ({ signal }) => api<CheckoutMakers>(checkoutPath(shop, 'makers'), { signal }),
  })

/** Returns where the shop already uses a tracking ID, or any of several separated by semicolons. */
export const trackingOptions = (shop: string, trackingId: string) =>
  queryOptions({
    queryKey: [...checkoutKeys.all(shop), 'tracking', trackingId],
    queryFn: ({ signal }) =>
      api<TrackingUses>(`${checkoutPath(shop, 'tracking')}${queryString({ tracking_id: trackingId })}`, {
        signal,
      }),
  })

export const checkoutListParams = listParams([...sortsOf(checkoutSortColumns), relevance], '-created_at', {
  searchedSort: relevance,
  filters: {
    state: parseAsArrayOf(parseAsStringLiteral(checkoutStates)),
    currency: parseAsArrayOf(parseAsStringLiteral(currencyCodes)),
    amount_from: parseAsInteger,
    amount_to: parseAsInteger,
    created_from: parseTextIf(isDay),
    created_to: parseTextIf(isDay),
    created_by: parseAsArrayOf(parseAsString),
    customer_id: parseAsString,
    test: parseAsBoolean,
    job: parseAsString,
  },
})

/**
 * Creates a checkout. The key makes a second click or a retry the same request. A lost request is sent again only with
 * `repeatsLost`.
 */
export const createCheckout = (
  shop: string,
  body: CheckoutCreateInput,
  request: { idempotencyKey: string; repeatsLost?: boolean },
) => api<CheckoutDetail>(checkoutPath(shop), { method: 'POST', body, ...request })

/** Asks the gateway for the checkout's state (the optional query). */
export const checkCheckout = (shop: string, id: string) =>
  api<CheckoutDetail>(checkoutPath(shop, id, 'check'), { method: 'POST' })

export const settleCheckout = (shop: string, id: string, body: CheckoutSettle) =>
  api<CheckoutDetail>(checkoutPath(shop, id, 'settle'), { method: 'POST', body })

export const reissueCheckout = (
  shop: string,
  id: string,
  body: CheckoutReissue,
  request: { idempotencyKey: string },
) => api<CheckoutDetail>(checkoutPath(shop, id, 'reissue'), { method: 'POST', body, ...request })

export const checkoutExportAddress = (shop: string, query: Parameters<typeof queryString>[0]): string =>
  `${checkoutPath(shop, 'export')}${queryString(query)}`
