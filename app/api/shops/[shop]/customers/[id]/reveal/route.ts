import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { revealCustomer } from '@/lib/customers/server/reading/read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/[id]/reveal', {
  POST: (context, { params }) => revealCustomer(context, params.id),
})
