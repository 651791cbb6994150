import { queryOptions } from '@tanstack/react-query'
import { api } from '../core/http'
import type {
  CheckoutTemplate,
  CheckoutTemplateChange,
  CheckoutTemplateCreate,
  CheckoutTemplateList,
} from './template'

export const templateKey = (shop: string) => ['checkout-templates', shop] as const

const templatePath = (shop: string, ...rest: string[]): string =>
  `/api/shops/${[shop, 'checkout-templates', ...rest].map(encodeURIComponent).join('/')}`

export const templateOptions = (shop: string) =>
  queryOptions({
    queryKey: templateKey(shop),
    queryFn: ({ signal }) => api<CheckoutTemplateList>(templatePath(shop), { signal }),
  })

export const createTemplate = (shop: string, body: CheckoutTemplateCreate) =>
  api<CheckoutTemplate>(templatePath(shop), { method: 'POST', body })

export const changeTemplate = (shop: string, id: string, body: CheckoutTemplateChange) =>
  api<CheckoutTemplate>(templatePath(shop, id), { method: 'PATCH', body })

export const removeTemplate = (shop: string, id: string) =>
  api<{ id: string }>(templatePath(shop, id), { method: 'DELETE' })
