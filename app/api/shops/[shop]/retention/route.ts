import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { changeRetention, readRetention } from '@/lib/customers/server/anonymising/retention'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/retention', {
  GET: (context) => readRetention(context),
  PUT: (context, { body }) => changeRetention(context, body),
})
