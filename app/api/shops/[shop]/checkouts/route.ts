import { checkoutCreate, checkoutDetail, checkoutListQuery, checkoutPage } from '@/lib/contracts/checkout'
import { createCheckout, settleLostCheckout } from '@/lib/server/checkouts/create'
import { listCheckouts } from '@/lib/server/checkouts/list'
import { otherMethods } from '@/lib/server/other-methods'
import { shopRoute } from '@/lib/server/route'

export const GET = shopRoute({
  permission: 'checkouts.read',
  query: checkoutListQuery,
  response: checkoutPage,
  run: (context, { query }) => listCheckouts(context, query),
})

export const POST = shopRoute({
  permission: 'checkouts.create',
  body: checkoutCreate,
  response: checkoutDetail,
  status: 201,
  idempotency: { settle: (context, { body }, sentAt) => settleLostCheckout(context, body, sentAt) },
  run: (context, { body }) => createCheckout(context, body),
})

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
