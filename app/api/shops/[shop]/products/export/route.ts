import { productExportQuery } from '@/lib/contracts/product-export'
import { otherMethods } from '@/lib/server/other-methods'
import { exportProducts } from '@/lib/server/products/export'
import { csvFile, rawRoute } from '@/lib/server/raw-route'

export const GET = rawRoute({
  permission: 'products.export',
  query: productExportQuery,
  run: async (context, { query }) => {
    const day = new Date().toISOString().slice(0, 10)
    return csvFile(context, `products-${context.shop.id}-${day}.csv`, exportProducts(context, query))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
