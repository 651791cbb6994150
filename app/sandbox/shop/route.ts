import { endpoint, methods } from '@/lib/sandbox/http/endpoint'
import { updateShop } from '@/lib/sandbox/shops/settings'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: endpoint('shop.update', updateShop),
})
