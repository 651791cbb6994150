import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { undoJob } from '@/lib/jobs/server/control'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/undo', {
  POST: (context, { params }) => undoJob(context, params.id),
})
