import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { productKeys } from '../core/client/keys'
import { listParams, pollIntervalMs } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import type { ProductCreate } from '../gateway/products/product'
import type { ProductApi } from './api'
import type { ProductListQuery } from './schema'
import { productList } from './filters'

const call = shopApi<ProductApi>()

export type ProductFilters = Partial<ProductListQuery>

export const productListOptions = (shop: string, filters: ProductFilters) =>
  queryOptions({
    queryKey: productKeys.list(shop, filters),
    queryFn: ({ signal }) => call('GET /products', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })

export const productDetailOptions = (shop: string, id: string) =>
  queryOptions({
    queryKey: productKeys.detail(shop, id),
    queryFn: ({ signal }) => call('GET /products/[id]', { shop, id, signal }),
  })

export const productListParams = listParams(productList)

/**
 * Creates a product. The key makes a second click or a retry the same request. A lost request is sent again only with
 * `repeatsLost`.
 */
export const createProduct = (
  shop: string,
  body: ProductCreate,
  request: { idempotencyKey: string; repeatsLost?: boolean },
) => call('POST /products', { shop, body, ...request })

export const syncProducts = (shop: string) => call('POST /products/sync', { shop })
