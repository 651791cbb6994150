import { importQuery } from '@/lib/contracts/import'
import { takeUpload } from '@/lib/server/imports/take'
import { otherMethods } from '@/lib/server/other-methods'
import { productFile } from '@/lib/server/products/import-columns'
import { rawRoute } from '@/lib/server/raw-route'

export const POST = rawRoute({
  permission: 'products.write',
  query: importQuery,
  run: (context, asked) => takeUpload(context, productFile, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
