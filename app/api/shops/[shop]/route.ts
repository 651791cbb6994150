import { shopDetail } from '@/lib/contracts/shop'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { describeShop } from '@/lib/server/shops/describe'

export const GET = shopRoute({ permission: 'shop.read', response: shopDetail, run: describeShop })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
