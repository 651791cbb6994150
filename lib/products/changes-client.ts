import type { ProductDetail } from './schema'
import type { DriftDecision } from './drift'
import type { ProductUpdate } from '../gateway/product'
import { api } from '../core/http'

const path = (shop: string, id: string, verb = '') =>
  `/api/shops/${encodeURIComponent(shop)}/products/${encodeURIComponent(id)}${verb}`

/**
 * Changes what is named, and nothing else. `expect`: what the fields held when somebody last looked; where one of them
 * holds something else by now, nothing is changed and the answer is a `conflict` with what they hold.
 */
export const updateProduct = (
  shop: string,
  id: string,
  change: ProductUpdate,
  { expect, idempotencyKey }: { expect?: Record<string, unknown>; idempotencyKey?: string } = {},
) =>
  api<ProductDetail>(path(shop, id), {
    method: 'PATCH',
    body: { ...change, ...(expect && Object.keys(expect).length > 0 ? { expect } : {}) },
    idempotencyKey,
  })

/** Hides a product here; at the gateway it goes on, and so does its link. */
export const archiveProduct = (shop: string, id: string) =>
  api<ProductDetail>(path(shop, id, '/archive'), { method: 'POST' })

export const restoreProduct = (shop: string, id: string) =>
  api<ProductDetail>(path(shop, id, '/restore'), { method: 'POST' })

/** Settles what was changed outside: the gateway's values are what is known here from now on, or ours are sent again. */
export const settleDrift = (shop: string, id: string, decision: DriftDecision) =>
  api<ProductDetail>(path(shop, id, '/drift'), { method: 'POST', body: decision })
