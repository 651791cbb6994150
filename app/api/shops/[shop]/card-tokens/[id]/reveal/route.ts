import { cardTokenApi } from '@/lib/card-tokens/api'
import { revealCardToken } from '@/lib/card-tokens/server/detail'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(
  cardTokenApi,
  '/card-tokens/[id]/reveal',
  {
    POST: (context, { params }) => revealCardToken(context, params.id),
  },
)
