import { customerChoices } from '@/lib/contracts/customer'
import { choicesOf } from '@/lib/server/customers/choices'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'customers.read',
  response: customerChoices,
  run: (context) => choicesOf(context),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
