import { infiniteQueryOptions } from '@tanstack/react-query'
import type { HistoryPage } from './history'
import { api } from '../core/http'
import { productKeys } from '../core/client/keys'
import { searchOf } from '../core/client/search-params'

/** Under the product's own key, so that whatever makes the product stale makes its history stale. */
export const productHistoryOptions = (shop: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...productKeys.detail(shop, id), 'history'],
    queryFn: ({ pageParam, signal }) =>
      api<HistoryPage>(
        `/api/shops/${encodeURIComponent(shop)}/products/${encodeURIComponent(id)}/history${searchOf({ cursor: pageParam })}`,
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor: next }) => next,
  })
