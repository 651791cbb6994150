import { shopCurrencies } from '@/lib/contracts/shop'
import { shopCurrencies as readCurrencies } from '@/lib/server/currencies'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'shop.read',
  response: shopCurrencies,
  run: (context) => readCurrencies(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
