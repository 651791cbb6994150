import { revealedCustomer } from '@/lib/contracts/customer'
import { revealCustomer } from '@/lib/server/customers/reveal'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'personal_data.reveal',
  response: revealedCustomer,
  run: (context, { params }) => revealCustomer(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
