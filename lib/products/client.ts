import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { productKeys } from '../core/client/keys'
import { listParams, pollIntervalMs } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import { productSortColumns, relevance, sortsOf } from '../core/paging'
import type { ProductCreate } from '../gateway/product'
import type { ProductDetail, ProductPage, ProductListQuery } from './schema'
import { archivedChoices, productStates, stockLevels, transactionTypeChoices } from './state'

export type ProductFilters = Partial<ProductListQuery>

const productPath = (shop: string, id?: string): string =>
  `/api/shops/${encodeURIComponent(shop)}/products${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

export const productListOptions = (shop: string, filters: ProductFilters) =>
  queryOptions({
    queryKey: productKeys.list(shop, filters),
    queryFn: ({ signal }) => api<ProductPage>(`${productPath(shop)}${queryString(filters)}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })

export const productDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: productKeys.detail(shop, id),
    queryFn: ({ signal }) => api<ProductDetail>(productPath(shop, id), { signal }),
  })

export const productListParams = listParams([...sortsOf(productSortColumns), relevance], '-updated_at', {
  searchedSort: relevance,
  filters: {
    state: parseAsArrayOf(parseAsStringLiteral(productStates)),
    test: parseAsBoolean,
    currency: parseAsArrayOf(parseAsString),
    stock: parseAsStringLiteral(stockLevels),
    transaction_type: parseAsStringLiteral(transactionTypeChoices),
    archived: parseAsStringLiteral(archivedChoices),
  },
})

/**
 * Creates a product. The key makes a second click or a retry the same request. A lost request is sent again only with
 * `repeatsLost`.
 */
export const createProduct = (
  shop: string,
  body: ProductCreate,
  request: { idempotencyKey: string; repeatsLost?: boolean },
) => api<ProductDetail>(productPath(shop), { method: 'POST', body, ...request })

export const syncProducts = (shop: string) =>
  api<{ outcome: 'synced' | 'running_elsewhere' }>(productPath(shop, 'sync'), { method: 'POST' })
