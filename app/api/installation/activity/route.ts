import { activityListQuery, activityPage } from '@/lib/activity/schema'
import { listActivity } from '@/lib/activity/server/list'
import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = installationRoute({
  query: activityListQuery,
  response: activityPage,
  run: ({ engine }, { query }) => listActivity({ engine, shop: null }, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
