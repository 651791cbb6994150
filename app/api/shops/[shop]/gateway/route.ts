import { gatewayHealth } from '@/lib/core/shop'
import { gatewayHealthOf } from '@/lib/gateway/client/health'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'shop.read',
  response: gatewayHealth,
  run: ({ shop }) => gatewayHealthOf(shop),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
