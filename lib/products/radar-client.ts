import { queryOptions } from '@tanstack/react-query'
import { radarKey } from '../core/client/keys'
import { api } from '../core/http'
import type { Radar } from './radar'

export const radarOptions = (shop: string) =>
  queryOptions({
    queryKey: radarKey(shop),
    queryFn: ({ signal }) => api<Radar>(`/api/shops/${encodeURIComponent(shop)}/products/radar`, { signal }),
  })
