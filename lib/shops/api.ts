import type { Endpoints } from '../core/endpoint'
import { gatewayHealth, shopCurrencies, shopDetail } from '../core/shop'

export const shopApi = {
  'GET /': { permission: 'shop.read', response: shopDetail },
  'GET /currencies': { permission: 'shop.read', response: shopCurrencies },
  'GET /gateway': { permission: 'shop.read', response: gatewayHealth },
} satisfies Endpoints

export type ShopApi = typeof shopApi
