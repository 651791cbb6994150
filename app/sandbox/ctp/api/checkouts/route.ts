import { createCheckout } from '@/lib/sandbox/checkouts/create'
import { endpoint, methods } from '@/lib/sandbox/http/endpoint'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint('checkouts.create', createCheckout),
})
