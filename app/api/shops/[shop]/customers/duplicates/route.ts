import { customerDuplicates, duplicateQuery } from '@/lib/customers/schema'
import { findDuplicates } from '@/lib/customers/server/duplicates'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const GET = shopRoute({
  permission: 'customers.read',
  query: duplicateQuery,
  response: customerDuplicates,
  run: async (context, { query }) => ({ items: await findDuplicates(context, query) }),
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
