import { api } from '../core/http'
import type { ProductUpdate } from '../gateway/product'
import type { DriftDecision } from './drift'
import type { ProductDetail } from './schema'

const path = (shop: string, id: string, verb = '') =>
  `/api/shops/${encodeURIComponent(shop)}/products/${encodeURIComponent(id)}${verb}`

/**
 * Changes only the given fields. If a value in `expect` differs now, nothing changes and the answer is `conflict` with
 * the current values.
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

/** Hides a product in Counterfoil. The gateway still sells it, and its link still works. */
export const archiveProduct = (shop: string, id: string) =>
  api<ProductDetail>(path(shop, id, '/archive'), { method: 'POST' })

export const restoreProduct = (shop: string, id: string) =>
  api<ProductDetail>(path(shop, id, '/restore'), { method: 'POST' })

/** Accepts the gateway's values or sends ours again, after a change outside Counterfoil. */
export const settleDrift = (shop: string, id: string, decision: DriftDecision) =>
  api<ProductDetail>(path(shop, id, '/drift'), { method: 'POST', body: decision })
