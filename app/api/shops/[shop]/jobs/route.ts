import { taskListQuery, taskPage } from '@/lib/jobs/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { listTasks } from '@/lib/jobs/server/answer'

export const GET = shopRoute({
  permission: 'jobs.read',
  query: taskListQuery,
  response: taskPage,
  run: (context, { query }) => listTasks(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
