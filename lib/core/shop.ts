/** A shop on our own API. Holds no secrets: browsers never get a shop's key. */
import { z } from 'zod'

/**
 * How verification requests are answered. `known`: accepts those with the amount and currency of a known checkout or
 * product, and with evidence that the gateway asks. With either policy a merchant's own endpoint may be asked too; it
 * has the last word.
 */
export const verificationPolicies = ['accept_all', 'known'] as const

/**
 * `sandbox`: at the sandbox that comes with Counterfoil. `test`: at a provider, without real money. `live`: with real
 * money.
 */
export const shopModes = ['sandbox', 'test', 'live'] as const
export type ShopMode = (typeof shopModes)[number]

/** Who may add shops: administrators of the installation alone, or owners of any shop too. */
export const shopAdders = ['administrators', 'owners'] as const
export type ShopAdders = (typeof shopAdders)[number]

/** The formats of a logo. None can hold a script. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

export const shopDetail = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(shopModes),
  gateway_shop_id: z.int(),
  /** IANA name of the time zone whose days figures are of; null: not chosen. */
  time_zone: z.string().nullable(),
  notification_url: z.string(),
  /** Asked before a payment is processed, if the provider or a checkout names this address. */
  verification_url: z.string(),
  /** Nothing is known of what happened at the gateway before. */
  connected_at: z.iso.datetime(),
})
export type ShopDetail = z.output<typeof shopDetail>

export const shopCurrencies = z.object({ currencies: z.array(z.string()) })
export type ShopCurrencies = z.output<typeof shopCurrencies>

/** Result of this process's last call to the gateway, or of a test of its connection. */
export const gatewayHealth = z.object({
  /**
   * `unanswered`: the last call got no answer; the next one may. `down`: so many calls got no answer that none are
   * sent for now. `unusable`: the gateway's answers are of no use (`failure`).
   */
  state: z.enum(['ok', 'unanswered', 'down', 'unusable', 'unknown']),
  latency_ms: z.int().nullable(),
  checked_at: z.iso.datetime().nullable(),
  /** Method and path of that call. */
  request: z.string().nullable(),
  /** The problem's code if the last call failed. With `gateway_rate_limited` the state is still `ok`. */
  failure: z.string().nullable(),
})
export type GatewayHealth = z.output<typeof gatewayHealth>
