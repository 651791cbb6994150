import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { runJob } from '@/lib/jobs/server/control'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/run', {
  POST: (context, { params, query }) => runJob(context, params.id, query),
})
