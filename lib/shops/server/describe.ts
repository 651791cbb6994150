import 'server-only'
import type { ShopDetail } from '../../core/shop'
import type { ShopContext } from '../../core/server/context'
import { hookAddresses } from '../../core/server/shop/load'

export function describeShop({ shop }: Pick<ShopContext, 'shop'>): ShopDetail {
  return {
    id: shop.id,
    name: shop.name,
    mode: shop.mode,
    gateway_shop_id: shop.gatewayShopId,
    time_zone: shop.timeZone,
    ...hookAddresses(shop.hookKey),
    connected_at: shop.createdAt.toISOString(),
  }
}
