import type { Endpoints } from '../core/api/endpoint'
import {
  checkoutCreate,
  checkoutDetail,
  checkoutSearchQuery,
  checkoutMakers,
  checkoutPage,
  checkoutReissue,
  checkoutSettle,
  trackingQuery,
  trackingUses,
} from './schema'
import {
  checkoutTemplate,
  checkoutTemplateChange,
  checkoutTemplateCreate,
  checkoutTemplateList,
  checkoutTemplateRemoved,
} from './template'

export const checkoutApi = {
  'GET /checkouts': {
    permission: 'checkouts.read',
    isReadFromReplica: true,
    query: checkoutSearchQuery,
    response: checkoutPage,
  },
  'POST /checkouts': {
    permission: 'checkouts.create',
    isBoundToDecimals: true,
    body: checkoutCreate,
    response: checkoutDetail,
    status: 201,
  },
  'GET /checkouts/makers': { permission: 'checkouts.read', response: checkoutMakers },
  'GET /checkouts/tracking': { permission: 'checkouts.read', query: trackingQuery, response: trackingUses },
  'GET /checkouts/[id]': { permission: 'checkouts.read', response: checkoutDetail },
  'POST /checkouts/[id]/check': { permission: 'payments.ask', response: checkoutDetail },
  'POST /checkouts/[id]/reissue': {
    permission: 'checkouts.create',
    isBoundToDecimals: true,
    body: checkoutReissue,
    response: checkoutDetail,
    status: 201,
  },
  'POST /checkouts/[id]/settle': {
    permission: 'checkouts.create',
    body: checkoutSettle,
    response: checkoutDetail,
  },
  'GET /checkout-templates': { permission: 'checkouts.read', response: checkoutTemplateList },
  'POST /checkout-templates': {
    permission: 'checkouts.templates',
    isBoundToDecimals: true,
    body: checkoutTemplateCreate,
    response: checkoutTemplate,
    status: 201,
  },
  'PATCH /checkout-templates/[id]': {
    permission: 'checkouts.templates',
    isBoundToDecimals: true,
    body: checkoutTemplateChange,
    response: checkoutTemplate,
  },
  'DELETE /checkout-templates/[id]': { permission: 'checkouts.templates', response: checkoutTemplateRemoved },
} satisfies Endpoints

export type CheckoutApi = typeof checkoutApi
