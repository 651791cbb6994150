import { getCustomer } from '@/lib/sandbox/customers/customers'
import { endpoint, methods } from '@/lib/sandbox/http/endpoint'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('customers.get', getCustomer),
})
