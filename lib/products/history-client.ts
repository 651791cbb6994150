import { infiniteQueryOptions } from '@tanstack/react-query'
import { productKeys } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { ProductApi } from './api'

const call = shopApi<ProductApi>()

/** The key extends the product's key, so that invalidating the product invalidates its history. */
export const productHistoryOptions = (shop: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...productKeys.detail(shop, id), 'history'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /products/[id]/history', { shop, id, query: { cursor: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
