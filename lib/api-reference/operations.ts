import type { z } from 'zod'
import type { Endpoint } from '../core/api/endpoint'
import { type Permission, type TokenScope, tokenScopes } from '../core/permissions'
import { jobPermissions } from '../jobs/permissions'
import { beyondShops } from './beyond-shops'
import { fileEndpoints } from './files'
import { type ShopEndpoint, shopEndpoints, type Tag } from './shop-endpoints'
import { summaries } from './summaries'

/** `person`: only a person who is signed in. `open`: has its own checks, or none. */
type OperationAccess = { by: 'scope'; scope: TokenScope } | { by: 'person' } | { by: 'open' }

export type Operation = {
  tag: Tag | 'Beyond shops'
  method: string
  /** As in OpenAPI, such as `/api/shops/{shop}/checkouts/{id}`. */
  path: string
  summary: string
  access: OperationAccess
  /** What a token needs beside its scope, depending on what the request is about. */
  furtherScopes?: string | null
  hasIdempotencyKey: boolean
  query?: z.ZodType
  body?: z.ZodType
  /** Type of a body that is not JSON. */
  takes?: string
  response?: z.ZodType
  /** Type of an answer that is not JSON, or types, the usual one first. */
  answers?: string | readonly string[]
  status: number
  /** Answers of other statuses that are not problems. Null: without a body. */
  others?: Record<number, z.ZodType | null>
  example?: { query?: Record<string, string>; body?: unknown }
}

/** Endpoints that honour `Idempotency-Key`. */
const takesKey: ReadonlySet<string> = new Set([
  'POST /products',
  'PATCH /products/[id]',
  'POST /products/bulk',
  'POST /products/copy',
  'POST /customers',
  'POST /checkouts',
  'POST /checkouts/[id]/reissue',
])

const scopes: readonly Permission[] = tokenScopes
const isScope = (permission: Permission): permission is TokenScope => scopes.includes(permission)

/** Requests that work unchanged in the sandbox shop, in this order. `[id]` is that of the record made last. */
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

/** Of jobs that tokens can see: copies reveal other shops (lib/jobs/server/load.ts). */
const { 'products.copy': _copies, ...jobs } = jobPermissions

const oneOf = (permissions: readonly Permission[]): string =>
  [...new Set(permissions)]
    .filter((one) => scopes.includes(one))
    .map((one) => `\`${one}\``)
    .join(' or ')

const ordering = `Also the scope that such a job is ordered with: ${oneOf(Object.values(jobs).map(({ order }) => order))}. Other jobs do not exist for a token.`
const reporting = `For the report also ${oneOf(Object.values(jobs).map(({ report }) => report))}, and of checkouts and customers \`personal_data.read\`.`

/** Returns what a token needs beside the scope of the operation, or null. `key`: as in an API, such as `GET /jobs`. */
function furtherScopes(key: string): string | null {
  const [, place = ''] = key.split(' ')
  if (key === 'POST /checkouts') return 'With a card token also `card_tokens.read`.'
  if (key === 'GET /jobs/[id]/report') return `${ordering} ${reporting}`
  return /^\/jobs(\/\[id\]|$)/.test(place) ? ordering : null
}

const accessOf = ({
  permission,
  isForPeopleOnly,
  isRecentSignInNeeded,
}: Pick<Endpoint, 'permission' | 'isForPeopleOnly' | 'isRecentSignInNeeded'>): OperationAccess =>
  isForPeopleOnly || isRecentSignInNeeded || !isScope(permission)
    ? { by: 'person' }
    : { by: 'scope', scope: permission }

function placeOf(key: string, base: string): { method: string; path: string } {
  const [method = '', place = ''] = key.split(' ')
  const path = (base + place).replace(/\/$/, '').replace(/\[(?:\.{3})?(\w+)\]/g, '{$1}')
  return { method, path }
}

const shopPrefix = '/api/shops/{shop}'

const described = Object.entries(shopEndpoints).flatMap(([tag, api]) =>
  Object.entries(api as Record<string, Endpoint>).map(([key, endpoint]): Operation => ({
    tag: tag as Tag,
    ...placeOf(key, shopPrefix),
    summary: summaries[key as ShopEndpoint],
    access: accessOf(endpoint),
    furtherScopes: furtherScopes(key),
    hasIdempotencyKey: takesKey.has(key),
    query: endpoint.query,
    body: endpoint.body,
    response: endpoint.response,
    status: endpoint.status ?? 200,
    example: examples[key as ShopEndpoint],
  })),
)

const files = Object.entries(fileEndpoints).map(([key, { tag, summary, ...endpoint }]): Operation => ({
  tag,
  ...placeOf(key, shopPrefix),
  summary,
  access: accessOf(endpoint),
  furtherScopes: furtherScopes(key),
  hasIdempotencyKey: false,
  query: endpoint.query,
  takes: endpoint.takes,
  response: endpoint.response,
  answers: endpoint.answers,
  status: endpoint.status ?? 200,
}))

const beyond = Object.entries(beyondShops).map(([key, { for: caller, ...endpoint }]): Operation => ({
  tag: 'Beyond shops',
  ...placeOf(key, '/api'),
  ...endpoint,
  access: { by: caller },
  hasIdempotencyKey: false,
  status: endpoint.status ?? 200,
}))

/** Every operation of the API. */
export const operations: readonly Operation[] = [...described, ...files, ...beyond]
