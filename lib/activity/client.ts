import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listParams } from '../core/client/list-params'
import { installation } from '../core/client/keys'
import { queryString } from '../core/client/query-string'
import { shopApi } from '../core/client/shop-api'
import { api } from '../core/api/http'
import type { ActivityApi } from './api'
import { activityList } from './filters'
import type { ActivityListQuery, ActivityPage, ActivityPeople } from './schema'

const call = shopApi<ActivityApi>()

type ActivityFilters = Partial<ActivityListQuery>

/** Address of the activity in the API. */
export const activityAddress = (shop: string): string =>
  shop === installation ? '/api/installation/activity' : `/api/shops/${encodeURIComponent(shop)}/activity`

export const activityListOptions = (shop: string, filters: ActivityFilters) =>
  queryOptions({
    queryKey: ['activity', shop, 'list', filters],
    queryFn: ({ signal }) =>
      shop === installation
        ? (api(`${activityAddress(shop)}${queryString(filters)}`, { signal }) as Promise<ActivityPage>)
        : call('GET /activity', { shop, query: filters, signal }),
    placeholderData: keepPreviousData,
    // Entries come from all features, and no live event announces them.
    staleTime: 0,
  })

export const activityPeopleOptions = (shop: string) =>
  queryOptions({
    queryKey: ['activity', shop, 'people'],
    queryFn: ({ signal }) =>
      shop === installation
        ? (api(`${activityAddress(shop)}/people`, { signal }) as Promise<ActivityPeople>)
        : call('GET /activity/people', { shop, signal }),
  })

export const activityListParams = listParams(activityList)
