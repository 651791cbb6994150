import { queryOptions } from '@tanstack/react-query'
import { notificationKeys } from '../core/client/keys'
import { shopApi } from '../core/client/shop-api'
import type { PaymentApi } from './api'
import type { PaymentAcceptance } from './schema'

const call = shopApi<PaymentApi>()

/** Below the notification lists' key: a new notification makes them stale and may change a payment. */
const keys = (shop: string) => [...notificationKeys.lists(shop), 'payments'] as const

export const attentionOptions = (shop: string) =>
  queryOptions({
    queryKey: [...keys(shop), 'attention'],
    queryFn: ({ signal }) => call('GET /payments', { shop, query: { attention: 'true', limit: 5 }, signal }),
  })

export const productPaymentsOptions = (shop: string, productId: string) =>
  queryOptions({
    queryKey: [...keys(shop), 'product', productId],
    queryFn: ({ signal }) =>
      call('GET /payments', { shop, query: { product_id: productId, limit: 10 }, signal }),
  })

export const acceptPayment = (shop: string, uid: string, body: PaymentAcceptance) =>
  call('POST /payments/[id]/accept', { shop, id: uid, body })
