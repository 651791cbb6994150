import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { changeMinorUnits, readMinorUnits } from '@/lib/shops/server/settings/payment-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/minor-units', {
  GET: (context) => readMinorUnits(context),
  PUT: (context, { body }) => changeMinorUnits(context, body),
})
