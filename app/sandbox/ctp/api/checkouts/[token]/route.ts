import { getCheckout } from '@/lib/sandbox/checkouts/state'
import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('checkouts.get', getCheckout),
})
