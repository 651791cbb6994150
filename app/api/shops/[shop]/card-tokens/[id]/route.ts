import { cardTokenApi } from '@/lib/card-tokens/api'
import { cardTokenDetail as read } from '@/lib/card-tokens/server/detail'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(cardTokenApi, '/card-tokens/[id]', {
  GET: (context, { params }) => read(context, params.id),
})
