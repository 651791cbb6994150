import { revealedCustomer } from '@/lib/customers/schema'
import { revealCustomer } from '@/lib/customers/server/reveal'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'personal_data.reveal',
  response: revealedCustomer,
  run: (context, { params }) => revealCustomer(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
