import { queryOptions } from '@tanstack/react-query'
import type { Radar } from './radar'
import { api } from '../core/http'
import { radarKey } from '../core/client/keys'

export const radarOptions = (shop: string) =>
  queryOptions({
    queryKey: radarKey(shop),
    queryFn: ({ signal }) => api<Radar>(`/api/shops/${encodeURIComponent(shop)}/products/radar`, { signal }),
  })
