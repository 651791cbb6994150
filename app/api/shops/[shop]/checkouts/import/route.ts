import { importQuery } from '@/lib/jobs/import'
import { checkoutFile } from '@/lib/checkouts/server/import-plan'
import { takeUpload } from '@/lib/jobs/server/imports/take'
import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'

export const POST = rawRoute({
  permission: 'checkouts.import',
  query: importQuery,
  run: (context, asked) => takeUpload(context, checkoutFile, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
