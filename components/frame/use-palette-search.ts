'use client'
import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useCallback } from 'react'
import { customerListOptions } from '@/lib/queries/customers'
import { productListOptions } from '@/lib/queries/products'
import type { PaletteSearch } from './types'

/** Of each kind the palette shows so many. */
const limit = 6

/** Finds what a shop has for the palette, as its lists find it. */
export function usePaletteSearch(shop: string): PaletteSearch {
  const client = useQueryClient()
  return useCallback(
    async (q) => {
      const [products, customers] = await Promise.all([
        client.query(productListOptions(shop, { q, limit })),
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
    },
    [client, shop],
  )
}
