import { importQuery } from '@/lib/contracts/import'
import { customerFile } from '@/lib/server/customers/import-columns'
import { takeUpload } from '@/lib/server/imports/take'
import { otherMethods } from '@/lib/server/other-methods'
import { rawRoute } from '@/lib/server/raw-route'

export const POST = rawRoute({
  permission: 'customers.import',
  query: importQuery,
  run: (context, asked) => takeUpload(context, customerFile, asked),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
