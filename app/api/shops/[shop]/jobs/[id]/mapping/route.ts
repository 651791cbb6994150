import { importMapping } from '@/lib/contracts/import'
import { taskDetail } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { mapImport } from '@/lib/server/imports/map'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'jobs.read',
  body: importMapping,
  response: taskDetail,
  run: (context, { body, params }) => mapImport(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
