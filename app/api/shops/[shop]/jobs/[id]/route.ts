import { taskDetail } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { readTask } from '@/lib/server/tasks/answer'

export const GET = shopRoute({
  permission: 'jobs.read',
  response: taskDetail,
  run: (context, { params }) => readTask(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
