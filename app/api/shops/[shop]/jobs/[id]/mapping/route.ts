import { importMapping } from '@/lib/jobs/import'
import { taskDetail } from '@/lib/jobs/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { mapImport } from '@/lib/jobs/server/imports/columns'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'jobs.read',
  body: importMapping,
  response: taskDetail,
  run: (context, { body, params }) => mapImport(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
