import { queryOptions } from '@tanstack/react-query'
import { gatewayKey } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { ShopApi } from './api'

const call = shopApi<ShopApi>()

export const shopCurrenciesOptions = (shop: string) =>
  queryOptions({
    queryKey: ['currencies', shop],
    queryFn: ({ signal }) => call('GET /currencies', { shop, signal }),
    // Fetched when a menu opens. No live event reports a new currency.
    staleTime: 0,
  })

/** Refetched every 30 seconds while a page shows it. */
export const gatewayHealthOptions = (shop: string) =>
  queryOptions({
    queryKey: gatewayKey(shop),
    queryFn: ({ signal }) => call('GET /gateway', { shop, signal }),
    refetchInterval: 30_000,
  })
