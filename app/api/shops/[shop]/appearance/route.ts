import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { changeAppearance, readAppearance } from '@/lib/shops/server/settings/appearance'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/appearance', {
  GET: (context) => readAppearance(context),
  PATCH: (context, { body }) => changeAppearance(context, body),
})
