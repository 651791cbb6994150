import { z } from 'zod'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { syncProducts } from '@/lib/products/server/mirror'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'products.read',
  response: z.object({ outcome: z.enum(['synced', 'running_elsewhere']) }),
  run: async (context) => ({ outcome: await syncProducts(context) }),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
