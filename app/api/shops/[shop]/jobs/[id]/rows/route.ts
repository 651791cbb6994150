import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { listJobRows } from '@/lib/jobs/server/list-rows'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/rows', {
  GET: (context, { query, params }) => listJobRows(context, params.id, query),
})
