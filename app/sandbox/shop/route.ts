import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'
import { updateShop } from '@/lib/sandbox/shop-settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint('shop.update', updateShop),
})
