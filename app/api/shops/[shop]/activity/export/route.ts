import { activityExportQuery } from '@/lib/activity/export'
import { activityFile } from '@/lib/activity/server/export'
import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import { replicaContext } from '@/lib/core/server/read-replica'

export const GET = rawRoute({
  permission: 'activity.read',
  isRecentSignInNeeded: true,
  query: activityExportQuery,
  run: async (context, { query }) => activityFile(await replicaContext(context), query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
