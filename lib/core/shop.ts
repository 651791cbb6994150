/** A shop on our own API. No secrets: the browser never learns a shop's key. */
import { z } from 'zod'

/**
 * How a verification request is answered. `accept_all`; `known`: let on what has the amount and currency of a checkout
 * or product known here, with evidence that the gateway asks. Beside either, `endpoint`: a merchant's own is asked, too,
 * and has the last word.
 */
export const verificationPolicies = ['accept_all', 'known'] as const

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

/** The currencies that the shop's lists can be narrowed to: those that its rows have. */
export const shopCurrencies = z.object({ currencies: z.array(z.string()) })
export type ShopCurrencies = z.output<typeof shopCurrencies>

/** How the last call to the gateway went, as this process saw it. */
export const gatewayHealth = z.object({
  /**
   * `unanswered`: the last call got no answer, which alone does not mean that the next will not. `down`: so many calls
   * went unanswered that no more are sent for now. `unusable`: it answers, and what it answers is of no use (`failure`).
   */
  state: z.enum(['ok', 'unanswered', 'down', 'unusable', 'unknown']),
  latency_ms: z.int().nullable(),
  checked_at: z.iso.datetime().nullable(),
  /** The problem's code where the last call failed; with `gateway_rate_limited` the state is still `ok`. */
  failure: z.string().nullable(),
})
export type GatewayHealth = z.output<typeof gatewayHealth>
