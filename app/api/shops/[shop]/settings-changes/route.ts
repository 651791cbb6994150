import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { readSettingsChanges } from '@/lib/shops/server/settings/settings-changes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/settings-changes', {
  GET: (context) => readSettingsChanges(context),
})
