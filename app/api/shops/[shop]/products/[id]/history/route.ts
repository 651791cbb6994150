import { historyPage, historyQuery } from '@/lib/products/history'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { productHistory } from '@/lib/products/server/history'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'products.read',
  query: historyQuery,
  response: historyPage,
  run: (context, { query, params }) => productHistory(context, params.id, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
