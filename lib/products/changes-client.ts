import { shopApi } from '../core/client/shop-api'
import type { ProductUpdate } from '../gateway/products/product'
import type { ProductApi } from './api'
import type { DriftDecision } from './drift'

const call = shopApi<ProductApi>()

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
  call('PATCH /products/[id]', {
    shop,
    id,
    body: { ...change, ...(expect && Object.keys(expect).length > 0 ? { expect } : {}) },
    idempotencyKey,
  })

/** Hides a product in Counterfoil. The gateway still sells it, and its link still works. */
export const archiveProduct = (shop: string, id: string) => call('POST /products/[id]/archive', { shop, id })

export const restoreProduct = (shop: string, id: string) => call('POST /products/[id]/restore', { shop, id })

/** Accepts the gateway's values or sends ours again, after a change outside Counterfoil. */
export const settleDrift = (shop: string, id: string, decision: DriftDecision) =>
  call('POST /products/[id]/drift', { shop, id, body: decision })
