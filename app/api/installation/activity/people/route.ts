import { activityPeople as people } from '@/lib/activity/schema'
import { activityPeople } from '@/lib/activity/server/list'
import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = installationRoute({
  response: people,
  run: ({ engine }) => activityPeople({ engine, shop: null }),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
