import { customerDetail, customerListQuery, customerPage } from '@/lib/customers/schema'
import { customerCreate } from '@/lib/gateway/customer'
import { createCustomer, settleLostCreate } from '@/lib/customers/server/create'
import { listCustomers } from '@/lib/customers/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'customers.read',
  query: customerListQuery,
  response: customerPage,
  run: (context, { query }) => listCustomers(context, query),
})

export const POST = shopRoute({
  permission: 'customers.create',
  body: customerCreate,
  response: customerDetail,
  status: 201,
  idempotency: { settle: (context, { body }, sentAt) => settleLostCreate(context, body, sentAt) },
  run: (context, { body }) => createCustomer(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
