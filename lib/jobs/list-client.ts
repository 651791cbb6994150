/** Separate from client.ts, so that the pages of one job and the imports do not load the code for lists. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { taskKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi } from '../core/client/shop-api'
import type { JobApi } from './api'
import { activeStates, pollMs } from './client'
import { taskList } from './filters'

const call = shopApi<JobApi>()

export const taskListOptions = (shop: string, cursor: string | undefined) =>
  queryOptions({
    queryKey: taskKeys.list(shop, cursor),
    queryFn: ({ signal }) => call('GET /jobs', { shop, query: { cursor }, signal }),
    placeholderData: keepPreviousData,
  })

/** Copies of the shop's products into other shops. Polled while any goes on: live events are of this shop only. */
export const copyListOptions = (shop: string) =>
  queryOptions({
    queryKey: taskKeys.copies(shop),
    queryFn: ({ signal }) => call('GET /jobs/copies', { shop, signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ job }) => activeStates.has(job.state)) ? pollMs : false,
  })

export const taskListParams = listParams(taskList)
