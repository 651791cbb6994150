import { customerChoices } from '@/lib/customers/schema'
import { choicesOf } from '@/lib/customers/server/choices'
import { otherMethods } from '@/lib/core/server/route/other-methods'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'customers.read',
  response: customerChoices,
  run: (context) => choicesOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
