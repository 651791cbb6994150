import type { QueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { checkoutListOptions } from '@/lib/queries/checkouts'
import { customerListOptions } from '@/lib/queries/customers'
import { productListOptions } from '@/lib/queries/products'
import type { FoundEntry } from './types'

/** Of each kind the palette shows so many. */
const limit = 6

/** Finds what a shop has for the palette, as its lists find it. */
export async function searchShop(client: QueryClient, shop: string, q: string): Promise<FoundEntry[]> {
  const [products, checkouts, customers] = await Promise.all([
    client.query(productListOptions(shop, { q, limit })),
    client.query(checkoutListOptions(shop, { q, limit })),
    client.query(customerListOptions(shop, { q, limit })),
  ])
  return [
    ...products.items.map(({ id, name }) => ({
      kind: 'products' as const,
      id,
      label: name ?? id,
      note: id,
      href: `/shops/${shop}/products/${id}` as Route,
    })),
    ...checkouts.items.map(({ id, description, tracking_id: trackingId }) => ({
      kind: 'checkouts' as const,
      id,
      label: description,
      note: trackingId ?? undefined,
      href: `/shops/${shop}/checkouts/${id}` as Route,
    })),
    ...customers.items.map(({ id, first_name: first, last_name: last, email }) => {
      const name = [first, last].filter(Boolean).join(' ')
      return {
        kind: 'customers' as const,
        id,
        label: name || (email ?? id),
        note: name && email ? email : id,
        href: `/shops/${shop}/customers/${id}` as Route,
      }
    }),
  ]
}
