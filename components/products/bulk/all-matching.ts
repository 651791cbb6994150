import type { QueryClient } from '@tanstack/react-query'
import { pageSizes } from '@/lib/contracts/paging'
import type { ProductListItem } from '@/lib/contracts/product'
import { type ProductFilters, productListOptions } from '@/lib/queries/products'

/** All that match but `except`, as the list has them now; at most `most` of them. @throws ApiError */
export async function allMatching(
  client: QueryClient,
  shop: string,
  { filters, except, most }: { filters: ProductFilters; except: readonly string[]; most: number },
): Promise<ProductListItem[]> {
  const found: ProductListItem[] = []
  let cursor: string | undefined
  do {
    const query = { ...filters, cursor, limit: pageSizes.max }
    const page = await client.query({ ...productListOptions(shop, query), staleTime: 0 })
    found.push(...page.items.filter(({ id }) => !except.includes(id)))
    cursor = page.next_cursor ?? undefined
  } while (cursor && found.length < most)
  return found.slice(0, most)
}
