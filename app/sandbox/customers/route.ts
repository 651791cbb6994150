import { createCustomer } from '@/lib/sandbox/customers/create'
import { listCustomers } from '@/lib/sandbox/customers/list'
import { endpoint } from '@/lib/sandbox/http/endpoint'
import { methods } from '@/lib/sandbox/http/methods'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint('customers.list', listCustomers),
  POST: endpoint('customers.create', createCustomer),
})
