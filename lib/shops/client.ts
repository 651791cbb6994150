import { queryOptions } from '@tanstack/react-query'
import type { GatewayHealth, ShopCurrencies } from '../core/shop'
import { api } from '../core/http'
import { gatewayKey } from '../core/client/keys'

const shopPath = (shop: string): string => `/api/shops/${encodeURIComponent(shop)}`

export const shopCurrenciesOptions = (shop: string) =>
  queryOptions({
    queryKey: ['currencies', shop],
    queryFn: ({ signal }) => api<ShopCurrencies>(`${shopPath(shop)}/currencies`, { signal }),
    // Fetched when a menu opens. No live event reports a new currency.
    staleTime: 0,
  })

/** Refetched every 30 seconds while a page shows it. */
export const gatewayHealthOptions = (shop: string) =>
  queryOptions({
    queryKey: gatewayKey(shop),
    queryFn: ({ signal }) => api<GatewayHealth>(`${shopPath(shop)}/gateway`, { signal }),
    refetchInterval: 30_000,
  })
