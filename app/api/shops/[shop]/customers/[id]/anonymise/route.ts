import { customerDetail } from '@/lib/customers/schema'
import { anonymiseCustomer } from '@/lib/customers/server/anonymise'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'customers.anonymise',
  response: customerDetail,
  run: (context, { params }) => anonymiseCustomer(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
