import { shopCurrencies } from '@/lib/core/shop'
import { shopCurrencies as readCurrencies } from '@/lib/shops/server/currencies'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'shop.read',
  response: shopCurrencies,
  run: (context) => readCurrencies(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
