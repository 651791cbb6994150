import { productExportQuery } from '@/lib/products/export'
import { otherMethods } from '@/lib/core/server/route/other-methods'
import { exportProducts } from '@/lib/products/server/export'
import { csvFile, rawRoute } from '@/lib/core/server/route/raw-route'

export const GET = rawRoute({
  permission: 'products.export',
  query: productExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `products-${context.shop.id}-${day}.csv`, exportProducts(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
