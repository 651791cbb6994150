import 'server-only'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { ProductDetail } from '@/lib/products/schema'
import { productDetailOptions } from '@/lib/products/client'
import { pageQuery } from '@/lib/core/server/auth/visit'
import type { ShopContext } from '@/lib/core/server/context'
import { AppError } from '@/lib/core/server/errors'
import { readProduct } from '@/lib/products/server/read'

/** Once a request, however many ask: a product that is not in the mirror is asked for at the gateway. */
export const readProductOnce = cache((context: ShopContext, id: string) =>
  pageQuery(() => readProduct(context, id)),
)

/** Reads a product into `client` for a page of it; why it cannot be shown, where it cannot. An unknown one is a 404. */
export async function prefetchProduct(
  client: QueryClient,
  context: ShopContext,
  id: string,
): Promise<ProductDetail | AppError> {
  return client
    .query({
      ...productDetailOptions(context.shop.id, id),
      queryFn: () => readProductOnce(context, id),
    })
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'not_found') notFound()
      return error
    })
}
