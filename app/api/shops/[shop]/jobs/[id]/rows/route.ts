import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { listTaskRows } from '@/lib/jobs/server/list-rows'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/rows', {
  GET: (context, { query, params }) => listTaskRows(context, params.id, query),
})
