import { taskDetail } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'
import { repeatLost } from '@/lib/server/tasks/control'

export const POST = shopRoute({
  permission: 'jobs.read',
  response: taskDetail,
  run: (context, { params }) => repeatLost(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
