import { importMapping } from '@/lib/contracts/product-import'
import { taskDetail } from '@/lib/contracts/task'
import { otherMethods } from '@/lib/server/other-methods'
import { mapImport } from '@/lib/server/products/import'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'products.write',
  body: importMapping,
  response: taskDetail,
  run: (context, { body, params }) => mapImport(context, params.id, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
