import type { z } from 'zod'
import type { Endpoint } from '../core/api/endpoint'
import { tokenScopes, type Permission, type TokenScope } from '../core/permissions'
import { beyondShops } from './beyond-shops'
import { examples } from './examples'
import { fileEndpoints } from './files'
import { furtherScopes } from './further-scopes'
import { shopEndpoints, type ShopEndpoint, type Tag } from './shop-endpoints'
import { summaries } from './summaries'

/** `person`: only somebody signed in. `open`: has checks of its own, or none. */
export type OperationAccess = { by: 'scope'; scope: TokenScope } | { by: 'person' } | { by: 'open' }

export type Operation = {
  tag: Tag | 'Beyond shops'
  method: string
  /** As in OpenAPI, such as `/api/shops/{shop}/checkouts/{id}`. */
  path: string
  summary: string
  access: OperationAccess
  /** What a token needs beside its scope, depending on what the request is about. */
  furtherScopes?: string | null
  takesKey: boolean
  query?: z.ZodType
  body?: z.ZodType
  /** Type of a body that is not JSON. */
  takes?: string
  response?: z.ZodType
  /** Type of an answer that is not JSON, or types, the usual one first. */
  answers?: string | readonly string[]
  status: number
  /** Answers of other statuses that are no problems. Null: without a body. */
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

const accessOf = ({
  permission,
  needsPerson,
  needsRecentSignIn,
}: Pick<Endpoint, 'permission' | 'needsPerson' | 'needsRecentSignIn'>): OperationAccess =>
  needsPerson || needsRecentSignIn || !isScope(permission)
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
    takesKey: takesKey.has(key),
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
  takesKey: false,
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
  takesKey: false,
  status: endpoint.status ?? 200,
}))

/** Every operation of the API. */
export const operations: readonly Operation[] = [...described, ...files, ...beyond]
