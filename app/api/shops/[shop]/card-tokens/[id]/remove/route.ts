import { cardTokenApi } from '@/lib/card-tokens/api'
import { removeCardToken } from '@/lib/card-tokens/server/remove'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  cardTokenApi,
  '/card-tokens/[id]/remove',
  {
    POST: (context, { params }) => removeCardToken(context, params.id),
  },
)
