import { gatewayHealth } from '@/lib/contracts/shop'
import { gatewayHealthOf } from '@/lib/server/gateway/health'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'shop.read',
  response: gatewayHealth,
  run: ({ shop }) => gatewayHealthOf(shop),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
