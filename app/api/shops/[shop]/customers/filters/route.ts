import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { choicesOf } from '@/lib/customers/server/listing/choices'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers/filters', {
  GET: (context) => choicesOf(context),
})
