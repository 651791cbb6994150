import { importQuery } from '@/lib/jobs/import'
import { checkoutImport } from '@/lib/checkouts/server/importing/import'
import { takeUpload } from '@/lib/jobs/server/imports/take'
import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'

export const POST = rawRoute({
  permission: 'checkouts.import',
  query: importQuery,
  run: (context, asked) => takeUpload(context, checkoutImport, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
