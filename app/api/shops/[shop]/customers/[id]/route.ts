import { customerChange, customerDetail } from '@/lib/contracts/customer'
import { changeCustomer } from '@/lib/server/customers/change'
import { readCustomer } from '@/lib/server/customers/read'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

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
