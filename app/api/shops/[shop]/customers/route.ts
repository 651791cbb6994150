import { customerDetail, customerListQuery, customerPage } from '@/lib/contracts/customer'
import { customerCreate } from '@/lib/gateway/customer'
import { createCustomer, settleLostCreate } from '@/lib/server/customers/create'
import { listCustomers } from '@/lib/server/customers/list'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

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
