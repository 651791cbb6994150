import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { listJobs } from '@/lib/jobs/server/answer'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs', {
  GET: (context, { query }) => listJobs(context, query),
})
