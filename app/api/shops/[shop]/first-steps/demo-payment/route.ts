import { demoPayment, demoPaymentCreate } from '@/lib/contracts/overview'
import { otherMethods } from '@/lib/server/other-methods'
import { payDemo } from '@/lib/server/overview/demo-payment'
import { shopRoute } from '@/lib/server/route'

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: demoPaymentCreate,
  response: demoPayment,
  status: 201,
  run: (context, { body }) => payDemo(context, body),
})

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
