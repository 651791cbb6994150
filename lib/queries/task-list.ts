/** Apart from what is done with one task: its pages and the imports would be sent the state of lists too. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TaskPage } from '../contracts/task'
import { api } from '../http'
import { taskKeys } from './keys'
import { listParams } from './list-params'
import { searchOf } from './search-params'

export const taskListOptions = (shop: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: taskKeys.list(shop, cursor),
    queryFn: ({ signal }) =>
      api<TaskPage>(`/api/shops/${encodeURIComponent(shop)}/jobs${searchOf({ cursor })}`, { signal }),
    placeholderData: keepPreviousData,
  })

export const taskListParams = listParams(['-created_at'], '-created_at', {
  filters: {},
  isSearched: false,
})
