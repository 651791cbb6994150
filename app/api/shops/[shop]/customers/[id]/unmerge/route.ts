import { customerDetail, customerMerge } from '@/lib/contracts/customer'
import { unmergeCustomer } from '@/lib/server/customers/merge'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'customers.merge',
  body: customerMerge,
  response: customerDetail,
  run: (context, { body, params }) => unmergeCustomer(context, params.id, body.other),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
