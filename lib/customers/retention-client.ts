/** In a separate file, because forms of other features load client.ts and do not need this. */
import { queryOptions } from '@tanstack/react-query'
import { settingsKeys } from '../core/client/keys'
import { shopApi, shopQuery } from '../core/client/shop-api'
import type { CustomerApi } from './api'
import type { RetentionChange } from './retention'

const call = shopApi<CustomerApi>()
const queryOf = shopQuery<CustomerApi>()

export const retentionOptions = queryOf('GET /retention', (shop) => settingsKeys.page(shop, 'retention'))

/** Counts the customers that a retention of `months` would anonymise now. Never cached. */
export const retentionEffectOptions = (shop: string, months: number) =>
  queryOptions({
    queryKey: ['retention-effect', shop, months],
    queryFn: ({ signal }) => call('GET /retention/effect', { shop, query: { months }, signal }),
    staleTime: 0,
  })

export const changeRetention = (shop: string, body: RetentionChange) => call('PUT /retention', { shop, body })
