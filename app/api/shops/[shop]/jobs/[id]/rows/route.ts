import { taskRowPage, taskRowsQuery } from '@/lib/jobs/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { listTaskRows } from '@/lib/jobs/server/list-rows'

export const GET = shopRoute({
  permission: 'jobs.read',
  query: taskRowsQuery,
  response: taskRowPage,
  run: (context, { query, params }) => listTaskRows(context, params.id, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
