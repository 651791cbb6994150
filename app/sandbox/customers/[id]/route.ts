import { getCustomer } from '@/lib/sandbox/customers/get'
import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('customers.get', getCustomer),
})
