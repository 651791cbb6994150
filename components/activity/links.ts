import type { Route } from 'next'
import { installation } from '@/lib/core/client/keys'
import type { ActivityEntry, ActivityObject } from '@/lib/activity/schema'

const pages: Partial<Record<ActivityObject, (id: string) => string>> = {
  api_token: () => '/settings/api-tokens',
  card_token: (id) => `/card-tokens/${id}`,
  checkout: (id) => `/checkouts/${id}`,
  customer: (id) => `/customers/${id}`,
  forwarding: () => '/settings/forwarding',
  invitation: () => '/settings/people',
  job: (id) => `/jobs/${id}`,
  notification: (id) => `/notifications/${id}`,
  payment: (id) => `/payments/${id}`,
  person: () => '/settings/people',
  product: (id) => `/products/${id}`,
  reconciliation: (id) => `/payments/reconciliations/${id}`,
}

/** The page of what an entry is about; null: it has none. Of an entry of the installation only shops have one. */
export function objectHref(shop: string, { kind, object }: ActivityEntry): Route | null {
  if (!object?.kind) return null
  if (shop === installation)
    return (object.kind === 'shop' && kind !== 'shop.deleted' ? `/shops/${object.id}` : null) as Route | null
  const page = pages[object.kind]
  return page ? (`/shops/${shop}${page(encodeURIComponent(object.id))}` as Route) : null
}
