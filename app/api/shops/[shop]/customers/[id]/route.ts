import { customerChange, customerDetail } from '@/lib/customers/schema'
import { changeCustomer } from '@/lib/customers/server/create'
import { readCustomer } from '@/lib/customers/server/read'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'customers.read',
  response: customerDetail,
  run: (context, { params }) => readCustomer(context, params.id),
})

export const PATCH = shopRoute({
  permission: 'customers.annotate',
  body: customerChange,
  response: customerDetail,
  run: (context, { body, params }) => changeCustomer(context, params.id, body),
})

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH')
