import { importQuery } from '@/lib/jobs/import'
import { customerFile } from '@/lib/customers/server/import-row'
import { takeUpload } from '@/lib/jobs/server/imports/take'
import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'

export const POST = rawRoute({
  permission: 'customers.import',
  query: importQuery,
  run: (context, asked) => takeUpload(context, customerFile, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
