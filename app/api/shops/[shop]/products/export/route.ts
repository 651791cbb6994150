import { productExportQuery } from '@/lib/products/export'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'
import { exportProducts } from '@/lib/products/server/export'

export const GET = rawRoute({
  permission: 'products.export',
  query: productExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `products-${context.shop.id}-${day}.csv`, exportProducts(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
