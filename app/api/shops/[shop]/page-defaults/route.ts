import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { changePageDefaults, readPageDefaults } from '@/lib/shops/server/settings/payment-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/page-defaults', {
  GET: (context) => readPageDefaults(context),
  PUT: (context, { body }) => changePageDefaults(context, body),
})
