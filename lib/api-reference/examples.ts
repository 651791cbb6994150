import type { ShopEndpoint } from './shop-endpoints'

/** Requests that work as they stand in the sandbox shop, in this order. `[id]` is that of the record made last. */
export const examples: Partial<Record<ShopEndpoint, { query?: Record<string, string>; body?: unknown }>> = {
  'POST /products': {
    body: {
      name: 'Writing paper',
      description: 'A4, 100 sheets',
      currency: 'EUR',
      amount: 1250,
      infinite: true,
      immortal: true,
    },
  },
  'PATCH /products/[id]': { body: { amount: 1350 } },
  'GET /products/[id]': {},
  'GET /products': { query: { q: 'paper', limit: '10' } },
  'POST /customers': { body: { email: 'maria@reader.example', first_name: 'Maria', ip: '192.0.2.1' } },
  'POST /customers/[id]/notes': { body: { text: 'Asked for an invoice' } },
  'GET /customers': { query: { q: 'maria@reader.example' } },
  'POST /checkouts': {
    body: {
      checkout: {
        transaction_type: 'payment',
        order: { amount: 1250, currency: 'EUR', description: 'Order 1001', tracking_id: 'order-1001' },
      },
    },
  },
  'GET /checkouts/[id]': {},
  'GET /checkouts/tracking': { query: { tracking_id: 'order-1001' } },
  'GET /checkouts': { query: { state: 'open', currency: 'EUR' } },
  'GET /payments': { query: { limit: '10' } },
  'GET /notifications': { query: { limit: '10' } },
  'GET /jobs': {},
  'GET /': {},
}
