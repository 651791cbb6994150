import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { customerApi } from '@/lib/customers/api'
import { createCustomer, settleLostCreate } from '@/lib/customers/server/create'
import { listCustomers } from '@/lib/customers/server/listing/list'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(customerApi, '/customers', {
  GET: (context, { query }) => listCustomers(context, query),
  POST: {
    idempotency: { settle: (context, { body }, sentAt) => settleLostCreate(context, body, sentAt) },
    run: (context, { body }) => createCustomer(context, body),
  },
})
