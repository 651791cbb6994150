import { infiniteQueryOptions } from '@tanstack/react-query'
import { productKeys } from '../core/client/keys'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import type { HistoryPage } from './history'

/** The key extends the product's key, so that invalidating the product invalidates its history. */
export const productHistoryOptions = (shop: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...productKeys.detail(shop, id), 'history'],
    queryFn: ({ pageParam, signal }) =>
      api<HistoryPage>(
        `/api/shops/${encodeURIComponent(shop)}/products/${encodeURIComponent(id)}/history${queryString({ cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
