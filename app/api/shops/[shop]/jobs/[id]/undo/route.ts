import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { undoTask } from '@/lib/jobs/server/control'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/undo', {
  POST: (context, { params }) => undoTask(context, params.id),
})
