import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { retentionEffectOf } from '@/lib/customers/server/anonymising/retention'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/retention/effect', {
  GET: (context, { query }) => retentionEffectOf(context, query.months),
})
