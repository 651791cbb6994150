import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { overviewApi } from '@/lib/overview/api'
import { changeFirstSteps, firstStepsOf } from '@/lib/overview/server/first-steps'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(overviewApi, '/first-steps', {
  GET: (context) => firstStepsOf(context),
  PUT: (context, { body }) => changeFirstSteps(context, body),
})
