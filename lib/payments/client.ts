import { queryOptions } from '@tanstack/react-query'
import { notificationKeys } from '../core/client/keys'
import { api } from '../core/http'
import type { Payment, PaymentAcceptance, PaymentList } from './schema'

const path = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, 'payments', ...rest].map(encodeURIComponent).join('/')}`

/** Below the notification lists' key: a new notification makes them stale and may change a payment. */
const keys = (shop: string) => [...notificationKeys.lists(shop), 'payments'] as const

export const attentionOptions = (shop: string) =>
  queryOptions({
    queryKey: [...keys(shop), 'attention'],
    queryFn: ({ signal }) => api<PaymentList>(`${path(shop)}?attention=true&limit=5`, { signal }),
  })

export const productPaymentsOptions = (shop: string, productId: string) =>
  queryOptions({
    queryKey: [...keys(shop), 'product', productId],
    queryFn: ({ signal }) =>
      api<PaymentList>(`${path(shop)}?product_id=${encodeURIComponent(productId)}&limit=10`, { signal }),
  })

export const acceptPayment = (shop: string, uid: string, body: PaymentAcceptance) =>
  api<Payment>(path(shop, uid, 'accept'), { method: 'POST', body })
