import { taskDetail } from '@/lib/jobs/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'
import { readTask } from '@/lib/jobs/server/answer'

export const GET = shopRoute({
  permission: 'jobs.read',
  response: taskDetail,
  run: (context, { params }) => readTask(context, params.id),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
