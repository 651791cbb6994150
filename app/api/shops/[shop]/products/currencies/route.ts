import { productCurrencies } from '@/lib/contracts/product'
import { otherMethods } from '@/lib/server/other-methods'
import { productCurrencies as readCurrencies } from '@/lib/server/products/currencies'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'products.read',
  response: productCurrencies,
  run: (context) => readCurrencies(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
