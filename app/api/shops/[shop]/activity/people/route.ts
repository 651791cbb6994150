import { activityApi } from '@/lib/activity/api'
import { activityPeople } from '@/lib/activity/server/list'
import { shopRoutes } from '@/lib/core/server/route/shop-routes'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(activityApi, '/activity/people', {
  GET: activityPeople,
})
