import { taskListQuery, taskPage } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { listTasks } from '@/lib/server/tasks/answer'

export const GET = shopRoute({
  permission: 'jobs.read',
  query: taskListQuery,
  response: taskPage,
  run: (context, { query }) => listTasks(context, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
