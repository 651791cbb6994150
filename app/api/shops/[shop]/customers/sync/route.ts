import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { syncCustomers } from '@/lib/customers/server/reading/mirror'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/sync', {
  POST: async (context) => ({ outcome: await syncCustomers(context) }),
})
