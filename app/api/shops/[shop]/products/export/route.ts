import { productExportQuery } from '@/lib/products/export'
import { exportRoute, otherMethods } from '@/lib/core/server/route/raw-route'
import { exportProducts } from '@/lib/products/server/listing/export'

export const GET = exportRoute({
  permission: 'products.export',
  query: productExportQuery,
  name: 'products',
  lines: exportProducts,
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
