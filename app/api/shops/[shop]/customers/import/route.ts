import { importQuery } from '@/lib/jobs/import'
import { customerImport } from '@/lib/customers/server/importing/import'
import { takeUpload } from '@/lib/jobs/server/imports/take'
import { otherMethods, rawRoute } from '@/lib/core/server/route/raw-route'

export const POST = rawRoute({
  permission: 'customers.import',
  query: importQuery,
  run: (context, asked) => takeUpload(context, customerImport, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
