import { createCheckout } from '@/lib/sandbox/checkouts/create'
import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint('checkouts.create', createCheckout),
})
