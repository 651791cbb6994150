import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { changeRevealLimit, readRevealLimit } from '@/lib/shops/server/settings/reveal-limit'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/reveal-limit', {
  GET: (context) => readRevealLimit(context),
  PUT: (context, { body }) => changeRevealLimit(context, body),
})
