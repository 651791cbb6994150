import { customerChoices } from '@/lib/customers/schema'
import { choicesOf } from '@/lib/customers/server/detail'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'customers.read',
  response: customerChoices,
  run: (context) => choicesOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
