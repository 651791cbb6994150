import 'server-only'
import { createCheckout } from './checkouts/create'
import { payCheckout } from './checkouts/pay'
import { getCheckout } from './checkouts/state'
import { createCustomer, getCustomer, listCustomers } from './customers/customers'
import { endpoint, payerEndpoint, methods } from './http/endpoint'
import { clearFaults, listFaults, orderFault } from './http/faults'
import { listMails } from './mails/mails'
import { createProduct, getProduct, listProducts, updateProduct } from './products/products'
import { payProduct } from './products/pay'
import { updateShop } from './shops/settings'
import { createTokenization } from './tokenizations/create'
import { getByTrackingId, listByTrackingId, getTransaction } from './transactions/find'
import { answerChallenge } from './transactions/challenge'

type Handler = (request: Request, context: { params: Promise<never> }) => Promise<Response>

/** For tests: repeats the route files under app/sandbox. */
const routes: { path: RegExp; handlers: Record<string, Handler> }[] = [
  {
    path: /^\/products$/,
    handlers: methods<Handler>({
      GET: endpoint('products.list', listProducts),
      POST: endpoint('products.create', createProduct),
    }),
  },
  {
    path: /^\/products\/(?<id>[^/]+)$/,
    handlers: methods<Handler>({
      GET: endpoint('products.get', getProduct),
      PUT: endpoint('products.update', updateProduct),
    }),
  },
  {
    path: /^\/products\/(?<id>[^/]+)\/payments$/,
    handlers: { POST: payerEndpoint(payProduct) },
  },
  {
    path: /^\/customers$/,
    handlers: methods<Handler>({
      GET: endpoint('customers.list', listCustomers),
      POST: endpoint('customers.create', createCustomer),
    }),
  },
  {
    path: /^\/customers\/(?<id>[^/]+)$/,
    handlers: methods<Handler>({ GET: endpoint('customers.get', getCustomer) }),
  },
  {
    path: /^\/faults$/,
    handlers: methods<Handler>({
      GET: endpoint('faults', listFaults),
      POST: endpoint('faults', orderFault),
      DELETE: endpoint('faults', clearFaults),
    }),
  },
  {
    path: /^\/transactions\/tokenizations$/,
    handlers: methods<Handler>({ POST: endpoint('tokenizations.create', createTokenization) }),
  },
  {
    path: /^\/transactions\/(?<uid>[^/]+)$/,
    handlers: methods<Handler>({ GET: endpoint('transactions.get', getTransaction) }),
  },
  {
    path: /^\/transactions\/tracking_id\/(?<id>[^/]+)$/,
    handlers: methods<Handler>({ GET: endpoint('transactions.by_tracking_id', getByTrackingId) }),
  },
  {
    path: /^\/v2\/transactions\/tracking_id\/(?<id>[^/]+)$/,
    handlers: methods<Handler>({ GET: endpoint('transactions.by_tracking_id', listByTrackingId) }),
  },
  {
    path: /^\/payments\/(?<uid>[^/]+)\/challenge\/answer$/,
    handlers: { POST: payerEndpoint(answerChallenge) },
  },
  { path: /^\/mails$/, handlers: methods<Handler>({ GET: endpoint('mails.list', listMails) }) },
  {
    path: /^\/ctp\/api\/checkouts$/,
    handlers: methods<Handler>({ POST: endpoint('checkouts.create', createCheckout) }),
  },
  {
    path: /^\/ctp\/api\/checkouts\/(?<token>[^/]+)$/,
    handlers: methods<Handler>({ GET: endpoint('checkouts.get', getCheckout) }),
  },
  {
    path: /^\/v2\/checkout\/(?<token>[^/]+)\/payments$/,
    handlers: { POST: payerEndpoint(payCheckout) },
  },
  { path: /^\/shop$/, handlers: methods<Handler>({ PUT: endpoint('shop.update', updateShop) }) },
]

/** Calls the handler for a request, as Next does. */
export async function route(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const { path, handlers } of routes) {
    const match = path.exec(pathname.replace(/^\/sandbox/, ''))
    const handler = handlers[request.method]
    if (!match || !handler) continue
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)])
    return handler(request, { params: Promise.resolve(Object.fromEntries(params) as never) })
  }
  return new Response(null, { status: 404 })
}
