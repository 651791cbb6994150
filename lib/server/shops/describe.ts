import 'server-only'
import type { ShopDetail } from '../../contracts/shop'
import { config } from '../config'
import type { ShopContext } from '../context'

/** The shop as its people may see it: with the addresses the provider has to be told, without secrets. */
export function describeShop({ shop }: ShopContext): ShopDetail {
  return {
    id: shop.id,
    name: shop.name,
    mode: shop.mode,
    gateway_shop_id: shop.gatewayShopId,
    notification_url: `${config.get().appUrl}/api/hooks/${shop.hookKey}/notification`,
    verification_url: null,
  }
}
