import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { changeCustomer } from '@/lib/customers/server/create'
import { readCustomer } from '@/lib/customers/server/reading/read'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/[id]', {
  GET: (context, { params }) => readCustomer(context, params.id),
  PATCH: (context, { body, params }) => changeCustomer(context, params.id, body),
})
