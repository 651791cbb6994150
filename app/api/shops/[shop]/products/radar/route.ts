import { radar } from '@/lib/products/radar'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { radarOf } from '@/lib/products/server/radar'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'products.read',
  response: radar,
  run: (context) => radarOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
