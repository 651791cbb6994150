import { firstSteps, firstStepsChange } from '@/lib/overview/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { changeFirstSteps, firstStepsOf } from '@/lib/overview/server/first-steps'
import { shopRoute } from '@/lib/core/server/route/route'

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
