import { queryOptions } from '@tanstack/react-query'
import { shopApi } from '../core/client/shop-api'
import type { CheckoutApi } from './api'
import type { CheckoutTemplateChange, CheckoutTemplateCreate } from './template'

const call = shopApi<CheckoutApi>()

export const templateKey = (shop: string) => ['checkout-templates', shop] as const

export const templateOptions = (shop: string) =>
  queryOptions({
    queryKey: templateKey(shop),
    queryFn: ({ signal }) => call('GET /checkout-templates', { shop, signal }),
  })

export const createTemplate = (shop: string, body: CheckoutTemplateCreate) =>
  call('POST /checkout-templates', { shop, body })

export const changeTemplate = (shop: string, id: string, body: CheckoutTemplateChange) =>
  call('PATCH /checkout-templates/[id]', { shop, id, body })

export const removeTemplate = (shop: string, id: string) =>
  call('DELETE /checkout-templates/[id]', { shop, id })
