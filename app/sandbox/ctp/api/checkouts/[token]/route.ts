import { getCheckout } from '@/lib/sandbox/checkouts/state'
import { endpoint, methods } from '@/lib/sandbox/http/endpoint'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('checkouts.get', getCheckout),
})
