import 'server-only'
import type { ShopContext } from '../context'

/** What a shop's secret key is sealed for: a sealed key copied to another shop does not open. */
export const secretKeyContext = (shopId: string): string => `shop:${shopId}:secret_key`

/** The shop's secret key in the clear, for one call or comparison; never kept, logged or answered. */
export const secretKey = ({ engine, shop }: Pick<ShopContext, 'engine' | 'shop'>): string =>
  engine.sealer.unseal(shop.secretKeySealed, secretKeyContext(shop.id))
