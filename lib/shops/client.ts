import { queryOptions } from '@tanstack/react-query'
import type { GatewayHealth, ShopCurrencies } from '../core/shop'
import { api } from '../core/http'
import { gatewayKey } from '../core/client/keys'

const shopPath = (shop: string): string => `/api/shops/${encodeURIComponent(shop)}`

export const shopCurrenciesOptions = (shop: string) =>
  queryOptions({
    queryKey: ['currencies', shop],
    queryFn: ({ signal }) => api<ShopCurrencies>(`${shopPath(shop)}/currencies`, { signal }),
    // Asked for when a menu opens, and no event tells of a new one.
    staleTime: 0,
  })

/** How the gateway does; looked up again every half minute while somebody looks. */
export const gatewayHealthOptions = (shop: string) =>
  queryOptions({
    queryKey: gatewayKey(shop),
    queryFn: ({ signal }) => api<GatewayHealth>(`${shopPath(shop)}/gateway`, { signal }),
    refetchInterval: 30_000,
  })
