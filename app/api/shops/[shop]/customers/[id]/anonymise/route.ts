import { customerDetail } from '@/lib/contracts/customer'
import { anonymiseCustomer } from '@/lib/server/customers/anonymise'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'customers.anonymise',
  response: customerDetail,
  run: (context, { params }) => anonymiseCustomer(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
