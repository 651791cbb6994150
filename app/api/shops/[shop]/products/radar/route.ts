import { radar } from '@/lib/contracts/radar'
import { otherMethods } from '@/lib/server/other-methods'
import { radarOf } from '@/lib/server/products/radar'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'products.read',
  response: radar,
  run: (context) => radarOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
