import { queryOptions } from '@tanstack/react-query'
import type { Radar } from '../contracts/radar'
import { api } from '../http'
import { productKeys } from './products'

/** Apart from the lists, whose entries are pages. */
export const radarKey = (shop: string) => [...productKeys.all(shop), 'radar'] as const

export const radarOptions = (shop: string) =>
  queryOptions({
    queryKey: radarKey(shop),
    queryFn: ({ signal }) => api<Radar>(`/api/shops/${encodeURIComponent(shop)}/products/radar`, { signal }),
  })
