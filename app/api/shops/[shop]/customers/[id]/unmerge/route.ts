import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { unmergeCustomer } from '@/lib/customers/server/merging/merge'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/[id]/unmerge', {
  POST: (context, { body, params }) => unmergeCustomer(context, params.id, body.other),
})
