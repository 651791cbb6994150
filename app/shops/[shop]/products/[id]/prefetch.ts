import 'server-only'
import type { QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { ProductDetail } from '@/lib/products/schema'
import { productDetailOptions } from '@/lib/products/client'
import { pageQuery } from '@/lib/core/server/auth/visit'
import type { ShopContext } from '@/lib/core/server/context'
import { AppError } from '@/lib/core/server/errors'
import { readProduct } from '@/lib/products/server/mirror/read'

/** Cached per request, because a product missing in the mirror is read from the gateway. */
export const readProductOnce = cache((context: ShopContext, id: string) =>
  pageQuery(() => readProduct(context, id)),
)

/** Reads a product into `client` for its page. Returns the error if it cannot be shown; an unknown product is a 404. */
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
