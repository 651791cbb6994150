import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { shopApi } from '@/lib/shops/api'
import { shopCurrencies as readCurrencies } from '@/lib/shops/server/currencies'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(shopApi, '/currencies', {
  GET: (context) => readCurrencies(context),
})
