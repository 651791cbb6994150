import { queryOptions } from '@tanstack/react-query'
import { checkoutKeys } from '../core/client/keys'
import { listParams } from '../core/client/list-params'
import { shopApi, shopDetail, shopList, shopQuery } from '../core/client/shop-api'
import type { CheckoutApi } from './api'
import type { CheckoutCreateInput, CheckoutReissue, CheckoutSettle } from './schema'
import { checkoutList } from './filters'
import type { CheckoutTemplateChange, CheckoutTemplateCreate } from './template'

const call = shopApi<CheckoutApi>()
const detailOf = shopDetail<CheckoutApi>()
const listOf = shopList<CheckoutApi>()
const queryOf = shopQuery<CheckoutApi>()

export const checkoutListOptions = listOf('GET /checkouts', checkoutKeys.list)

export const checkoutDetailOptions = detailOf('GET /checkouts/[id]', checkoutKeys.detail)

export const checkoutMakersOptions = queryOf('GET /checkouts/makers', (shop) => [
  ...checkoutKeys.all(shop),
  'makers',
])

/** Returns where the shop already uses a tracking ID, or any of several separated by semicolons. */
export const trackingOptions = (shop: string, trackingId: string) =>
  queryOptions({
    queryKey: [...checkoutKeys.all(shop), 'tracking', trackingId],
    queryFn: ({ signal }) =>
      call('GET /checkouts/tracking', { shop, query: { tracking_id: trackingId }, signal }),
  })

export const checkoutListParams = listParams(checkoutList)

/** Creates a checkout. A repeated key is the same request. A lost one is sent again only with `isRepeatOfLost`. */
export const createCheckout = (
  shop: string,
  body: CheckoutCreateInput,
  request: { idempotencyKey: string; isRepeatOfLost?: boolean },
) => call('POST /checkouts', { shop, body, ...request })

/** Asks the gateway for the checkout's state (the optional query). */
export const checkCheckout = (shop: string, id: string) => call('POST /checkouts/[id]/check', { shop, id })

export const settleCheckout = (shop: string, id: string, body: CheckoutSettle) =>
  call('POST /checkouts/[id]/settle', { shop, id, body })

export const reissueCheckout = (
  shop: string,
  id: string,
  body: CheckoutReissue,
  request: { idempotencyKey: string },
) => call('POST /checkouts/[id]/reissue', { shop, id, body, ...request })

export const templateKey = (shop: string) => ['checkout-templates', shop] as const

export const templateOptions = queryOf('GET /checkout-templates', (shop) => templateKey(shop))

export const createTemplate = (shop: string, body: CheckoutTemplateCreate) =>
  call('POST /checkout-templates', { shop, body })

export const changeTemplate = (shop: string, id: string, body: CheckoutTemplateChange) =>
  call('PATCH /checkout-templates/[id]', { shop, id, body })

export const removeTemplate = (shop: string, id: string) =>
  call('DELETE /checkout-templates/[id]', { shop, id })
