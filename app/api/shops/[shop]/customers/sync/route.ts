import { z } from 'zod'
import { syncCustomers } from '@/lib/customers/server/mirror'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'customers.read',
  response: z.object({ outcome: z.enum(['synced', 'running_elsewhere']) }),
  run: async (context) => ({ outcome: await syncCustomers(context) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
