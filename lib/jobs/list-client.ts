/** Separate from client.ts, so that the pages of one job and the imports do not load the code for lists. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { taskKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import type { JobApi } from './api'

const call = shopApi<JobApi>()

export const taskListOptions = (shop: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: taskKeys.list(shop, cursor),
    queryFn: ({ signal }) => call('GET /jobs', { shop, query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  })

export const taskListParams = listParams(['-created_at'], '-created_at', {
  filters: {},
  isSearched: false,
})
