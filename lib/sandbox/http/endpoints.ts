import 'server-only'
import type { Engine } from '../../db/engine'
import type { Shop } from '../shops/shops'

type Traits = {
  /**
   * Failures are `{"response": {message, errors}}` and field messages end with a full stop, as seen on the unversioned
   * endpoints (docs/gateway.md#errors). Absent: flat `{message, errors}`. Always flat if the request names an API
   * version. `leniently`: wrapped only in a lenient sandbox; a strict one requires the version.
   */
  wrapped?: true | 'leniently'
  /** Headers that a strict sandbox requires; absent: none. */
  headers?: 'json_body' | 'versioned'
  /** Fields with an integer; the API writes all other numbers as strings. */
  integers?: readonly string[]
}

/** Every endpoint that `POST /sandbox/faults` accepts, by name. */
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

/** Endpoints that only the sandbox has: no faults, no leniency, no required headers. */
export type OwnEndpoint = 'shop.update' | 'faults' | 'mails.list'

export const rulesOf = (name: EndpointName | OwnEndpoint): Traits =>
  name in endpoints ? endpoints[name as EndpointName] : {}

/** Input of every handler on the merchant's side. The body is read only on request, after authentication. */
export type Call<Params = unknown> = PublicCall<Params> & { shop: Shop }

/** Input of a handler on the payer's side, without credentials. */
export type PublicCall<Params = unknown> = {
  engine: Engine
  params: Params
  /** Reads the body. In a lenient sandbox, merchant bodies have their types converted to the API's. @throws Refusal */
  body: () => Promise<Record<string, unknown>>
  header: (name: string) => string | null
}
