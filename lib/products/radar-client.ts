import { queryOptions } from '@tanstack/react-query'
import { radarKey } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { ProductApi } from './api'

const call = shopApi<ProductApi>()

export const radarOptions = (shop: string) =>
  queryOptions({
    queryKey: radarKey(shop),
    queryFn: ({ signal }) => call('GET /products/radar', { shop, signal }),
  })
