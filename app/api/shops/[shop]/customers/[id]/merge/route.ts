import { customerDetail, customerMerge } from '@/lib/customers/schema'
import { mergeCustomer } from '@/lib/customers/server/merge'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'customers.merge',
  body: customerMerge,
  response: customerDetail,
  run: (context, { body, params }) => mergeCustomer(context, params.id, body.other),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
