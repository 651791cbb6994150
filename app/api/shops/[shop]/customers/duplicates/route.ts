import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { findDuplicates } from '@/lib/customers/server/merging/duplicates'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/duplicates', {
  GET: async (context, { query }) => ({ items: await findDuplicates(context, query) }),
})
