import { shopDetail } from '@/lib/core/shop'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { describeShop } from '@/lib/shops/server/describe'

export const GET = shopRoute({ permission: 'shop.read', response: shopDetail, run: describeShop })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
