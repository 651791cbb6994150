import { customerDetail, customerMerge } from '@/lib/contracts/customer'
import { mergeCustomer } from '@/lib/server/customers/merge'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'customers.merge',
  body: customerMerge,
  response: customerDetail,
  run: (context, { body, params }) => mergeCustomer(context, params.id, body.other),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
