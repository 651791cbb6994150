import { queryOptions } from '@tanstack/react-query'
import type { GatewayHealth } from '../contracts/shop'
import { api } from '../http'
import { gatewayKey } from './keys'

/** How the gateway does; looked up again every half minute while somebody looks. */
export const gatewayHealthOptions = (shop: string) =>
  queryOptions({
    queryKey: gatewayKey(shop),
    queryFn: ({ signal }) => api<GatewayHealth>(`/api/shops/${encodeURIComponent(shop)}/gateway`, { signal }),
    refetchInterval: 30_000,
  })
