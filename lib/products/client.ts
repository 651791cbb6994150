import { keepPreviousData, queryOptions, infiniteQueryOptions } from '@tanstack/react-query'
import { productKeys, radarKey } from '../core/client/keys'
import { listParams, pollIntervalMs } from '../core/client/list-params'
import { shopApi, shopDetail, shopQuery } from '../core/client/shop-api'
import type { ProductCreate, ProductUpdate } from '../gateway/products/product'
import type { ProductApi } from './api'
import type { ProductListQuery, DriftDecision } from './schema'
import { productList } from './filters'

const call = shopApi<ProductApi>()
const detailOf = shopDetail<ProductApi>()
const queryOf = shopQuery<ProductApi>()

type ProductFilters = Partial<ProductListQuery>

export const productListOptions = (shop: string, filters: ProductFilters) =>
  queryOptions({
    queryKey: productKeys.list(shop, filters),
    queryFn: ({ signal }) => call('GET /products', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })

export const productDetailOptions = detailOf('GET /products/[id]', productKeys.detail)

export const productListParams = listParams(productList)

/** Creates a product. A repeated key is the same request. A lost one is sent again only with `isRepeatOfLost`. */
export const createProduct = (
  shop: string,
  body: ProductCreate,
  request: { idempotencyKey: string; isRepeatOfLost?: boolean },
) => call('POST /products', { shop, body, ...request })

export const syncProducts = (shop: string) => call('POST /products/sync', { shop })

/**
 * Changes the given fields. If a value in `expect` differs now, changes nothing: `conflict`, with the current values.
 */
export const updateProduct = (
  shop: string,
  id: string,
  change: ProductUpdate,
  { expect, idempotencyKey }: { expect?: Record<string, unknown>; idempotencyKey?: string } = {},
) =>
  call('PATCH /products/[id]', {
    shop,
    id,
    body: { ...change, ...(expect && Object.keys(expect).length > 0 ? { expect } : {}) },
    idempotencyKey,
  })

/** Hides a product in Counterfoil. The gateway still sells it, and its link still works. */
export const archiveProduct = (shop: string, id: string) => call('POST /products/[id]/archive', { shop, id })

export const restoreProduct = (shop: string, id: string) => call('POST /products/[id]/restore', { shop, id })

/** Accepts the gateway's values or sends ours again, after a change outside Counterfoil. */
export const settleDrift = (shop: string, id: string, decision: DriftDecision) =>
  call('POST /products/[id]/drift', { shop, id, body: decision })

/** The key extends the product's key, so that invalidating the product invalidates its history. */
export const productHistoryOptions = (shop: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...productKeys.detail(shop, id), 'history'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /products/[id]/history', { shop, id, query: { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })

export const radarOptions = queryOf('GET /products/radar', (shop) => radarKey(shop))
