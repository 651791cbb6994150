import { shopRoutes } from '@/lib/core/server/route/shop-routes'
import { jobApi } from '@/lib/jobs/api'
import { mapImport } from '@/lib/jobs/server/imports/columns'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = shopRoutes(jobApi, '/jobs/[id]/mapping', {
  POST: (context, { body, params }) => mapImport(context, params.id, body),
})
