import { queryOptions } from '@tanstack/react-query'
import type { Radar } from '../contracts/radar'
import { api } from '../http'
import { radarKey } from './keys'

export const radarOptions = (shop: string) =>
  queryOptions({
    queryKey: radarKey(shop),
    queryFn: ({ signal }) => api<Radar>(`/api/shops/${encodeURIComponent(shop)}/products/radar`, { signal }),
  })
