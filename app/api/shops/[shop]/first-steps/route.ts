import { firstSteps, firstStepsChange } from '@/lib/contracts/overview'
import { otherMethods } from '@/lib/server/other-methods'
import { changeFirstSteps, firstStepsOf } from '@/lib/server/overview/first-steps'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'products.write',
  response: firstSteps,
  run: (context) => firstStepsOf(context),
})

export const PUT = shopRoute({
  permission: 'products.write',
  body: firstStepsChange,
  response: firstSteps,
  run: (context, { body }) => changeFirstSteps(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
