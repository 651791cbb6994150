import { customerDuplicates, duplicateQuery } from '@/lib/contracts/customer'
import { findDuplicates } from '@/lib/server/customers/duplicates'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'customers.read',
  query: duplicateQuery,
  response: customerDuplicates,
  run: async (context, { query }) => ({ items: await findDuplicates(context, query) }),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
