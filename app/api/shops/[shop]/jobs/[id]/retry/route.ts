import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { retryJob } from '@/lib/jobs/server/control'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/retry', {
  POST: (context, { params }) => retryJob(context, params.id),
})
