import { historyPage, historyQuery } from '@/lib/contracts/product-history'
import { otherMethods } from '@/lib/server/other-methods'
import { productHistory } from '@/lib/server/products/history'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'products.read',
  query: historyQuery,
  response: historyPage,
  run: (context, { query, params }) => productHistory(context, params.id, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
