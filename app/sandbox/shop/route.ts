import { endpoint } from '@/lib/sandbox/http/endpoint'
import { updateShop } from '@/lib/sandbox/shop-settings'

export const PUT = endpoint(updateShop)
