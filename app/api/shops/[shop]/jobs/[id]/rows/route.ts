import { taskRowPage, taskRowsQuery } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { listTaskRows } from '@/lib/server/tasks/list-rows'

export const GET = shopRoute({
  permission: 'jobs.read',
  query: taskRowsQuery,
  response: taskRowPage,
  run: (context, { query, params }) => listTaskRows(context, params.id, query),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
