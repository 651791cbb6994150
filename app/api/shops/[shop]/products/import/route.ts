import { importQuery } from '@/lib/jobs/import'
import { takeUpload } from '@/lib/jobs/server/imports/take'
import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'
import { productImport } from '@/lib/products/server/importing/import'

export const POST = rawRoute({
  permission: 'products.write',
  query: importQuery,
  run: (context, asked) => takeUpload(context, productImport, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
