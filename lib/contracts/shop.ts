/** A shop on our own API. No secrets: the browser never learns a shop's key. */
import { z } from 'zod'

const shopModes = ['sandbox', 'live'] as const

export const shopDetail = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(shopModes),
  gateway_shop_id: z.int(),
  notification_url: z.string(),
  /** Asked before a payment is processed, where the provider or a checkout is told it. */
  verification_url: z.string(),
})
export type ShopDetail = z.output<typeof shopDetail>

/** How the last call to the gateway went, as this process saw it. */
export const gatewayHealth = z.object({
  state: z.enum(['ok', 'down', 'unknown']),
  latency_ms: z.int().nullable(),
  checked_at: z.iso.datetime().nullable(),
  /** The problem's code where the last call failed; with `gateway_rate_limited` the state is still `ok`. */
  failure: z.string().nullable(),
})
export type GatewayHealth = z.output<typeof gatewayHealth>
