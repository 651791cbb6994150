import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { mergeCustomer } from '@/lib/customers/server/merging/merge'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/[id]/merge', {
  POST: (context, { body, params }) => mergeCustomer(context, params.id, body.other),
})
