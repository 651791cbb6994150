import 'server-only'

/** How an endpoint of the merchant's side differs from the others. */
type Traits = {
  /**
   * Failures as `{"response": {message, errors}}`, messages of refused fields with a full stop: seen on the
   * unversioned interfaces (docs/gateway.md#errors). Absent: flat `{message, errors}`. Either way flat where the
   * request names a version; `leniently`: the interface asks for one, and a lenient sandbox does without.
   */
  wrapped?: true | 'leniently'
  /** Which headers a strict sandbox asks for; absent: none. */
  headers?: 'json_body' | 'versioned'
  /** Fields that hold an integer; every other number of the interface is written as a string. */
  integers?: readonly string[]
}

/** Every endpoint that `POST /sandbox/faults` can befall, by name. */
export const endpoints = {
  'tokenizations.create': { wrapped: true, headers: 'json_body', integers: ['amount'] },
  'transactions.get': { wrapped: true },
  'transactions.by_tracking_id': { wrapped: true },
  'checkouts.create': { wrapped: 'leniently', headers: 'versioned', integers: ['amount', 'attempts'] },
  'checkouts.get': { wrapped: true },
  'products.create': { headers: 'json_body', integers: ['shop_id'] },
  'products.get': {},
  'products.list': {},
  'products.update': { headers: 'json_body', integers: ['shop_id'] },
  'customers.create': { headers: 'json_body' },
  'customers.get': {},
  'customers.list': {},
} as const satisfies Record<string, Traits>

export type EndpointName = keyof typeof endpoints

/** Endpoints of the sandbox alone, which a real gateway has not: no faults, no leniency, no headers asked for. */
export type OwnEndpoint = 'shop.update' | 'faults' | 'mails.list'

export const traitsOf = (name: EndpointName | OwnEndpoint): Traits =>
  name in endpoints ? endpoints[name as EndpointName] : {}
