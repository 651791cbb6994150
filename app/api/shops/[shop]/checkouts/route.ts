import { checkoutCreate, checkoutDetail, checkoutListQuery, checkoutPage } from '@/lib/checkouts/schema'
import { createCheckout, settleLostCheckout } from '@/lib/checkouts/server/create'
import { listCheckouts } from '@/lib/checkouts/server/list'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { shopRoute } from '@/lib/core/server/route/route'

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
