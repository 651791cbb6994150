/** Separate from client.ts, so that the pages of one job and the imports do not load the code for lists. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { taskKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { queryString } from '../core/client/search-params'
import { api } from '../core/http'
import type { TaskPage } from './schema'

export const taskListOptions = (shop: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: taskKeys.list(shop, cursor),
    queryFn: ({ signal }) =>
      api<TaskPage>(`/api/shops/${encodeURIComponent(shop)}/jobs${queryString({ cursor })}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const taskListParams = listParams(['-created_at'], '-created_at', {
  filters: {},
  isSearched: false,
})
