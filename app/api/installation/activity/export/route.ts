import { activityExportQuery } from '@/lib/activity/export'
import { activityFile } from '@/lib/activity/server/export'
import { installationFileRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'

export const GET = installationFileRoute({
  query: activityExportQuery,
  file: ({ person, ...context }, query) => activityFile({ ...context, actor: person, shop: null }, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
