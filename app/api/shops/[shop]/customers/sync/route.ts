import { z } from 'zod'
import { syncCustomers } from '@/lib/server/customers/sync'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'customers.read',
  response: z.object({ outcome: z.enum(['synced', 'running_elsewhere']) }),
  run: async (context) => ({ outcome: await syncCustomers(context) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
