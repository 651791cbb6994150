import { demoPayment, demoPaymentCreate } from '@/lib/overview/schema'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { payDemo } from '@/lib/overview/server/first-steps'
import { shopRoute } from '@/lib/core/server/route/route'

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: demoPaymentCreate,
  response: demoPayment,
  status: 201,
  run: (context, { body }) => payDemo(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
