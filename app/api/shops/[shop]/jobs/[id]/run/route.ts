import { taskDetail } from '@/lib/jobs/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { runTask } from '@/lib/jobs/server/control'

export const POST = shopRoute({
  permission: 'jobs.read',
  response: taskDetail,
  run: (context, { params }) => runTask(context, params.id),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
