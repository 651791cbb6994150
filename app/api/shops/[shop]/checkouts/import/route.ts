import { importQuery } from '@/lib/contracts/import'
import { checkoutFile } from '@/lib/server/checkouts/import-columns'
import { takeUpload } from '@/lib/server/imports/take'
import { otherMethods } from '@/lib/server/other-methods'
import { rawRoute } from '@/lib/server/raw-route'

export const POST = rawRoute({
  permission: 'checkouts.import',
  query: importQuery,
  run: (context, asked) => takeUpload(context, checkoutFile, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
