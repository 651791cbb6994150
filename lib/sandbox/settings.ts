import 'server-only'
import type { Reach } from '../db/guarded-request'
import { singleton } from '../db/singleton'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { webAddress } from '../gateway/values'
import type { Call } from './http/call'
import { gatewayErrors, invalid, json } from './http/refusal'
import { shops } from './tables/shops'

export type SandboxSettings = {
  /** APP_URL: links that people open begin with `${publicOrigin}/sandbox`. No slash at the end. */
  publicOrigin: string
  /** SANDBOX_LENIENT: forgives what clients were seen to do and the interface does not allow (`http/lenient.ts`). */
  lenient: boolean
  /** Where notifications and verification requests may be posted. */
  reach: Reach
  /**
   * Hears of what went wrong inside the sandbox, never of what a caller did wrong. Without it such an error is
   * thrown on to the framework.
   */
  onError?: (error: unknown) => void
}

/** Set at start-up. Unset means the sandbox is off: everything under /sandbox answers 404. */
export const sandboxSettings = singleton<SandboxSettings>('sandbox-settings')

/** The address people open for `path` (beginning with a slash) of the sandbox. */
export const publicAddress = (path: string) => `${sandboxSettings.get().publicOrigin}/sandbox${path}`

const settings = z.object({
  notification_url: webAddress.nullish(),
  verification_url: webAddress.nullish(),
  url: webAddress.nullish(),
  three_d_secure: z.boolean().nullish(),
  /** Whether payers get e-mails. */
  customer_emails: z.boolean().nullish(),
  /** Whether the page shows these toggles where a checkout does not say. */
  save_card_toggle: z.boolean().nullish(),
  another_card_toggle: z.boolean().nullish(),
  /** Retries of notifications come so many times faster than documented. */
  retry_speed: z.int().min(1).max(1_000_000).nullish(),
})

/**
 * PUT /sandbox/shop, our counterpart of a provider's settings page: what is absent stays, null clears, and gives
 * a switch back its default. Answers the key that notifications are verified with (bare Base64, SPKI DER).
 */
export async function updateShop({ engine, shop, body }: Call): Promise<Response> {
  const parsed = settings.safeParse(await body())
  if (!parsed.success) throw invalid(gatewayErrors(parsed.error.issues))
  const sent = parsed.data
  if (Object.values(sent).some((value) => value !== undefined)) {
    await engine.db
      .update(shops)
      .set({
        notificationUrl: sent.notification_url,
        verificationUrl: sent.verification_url,
        url: sent.url,
        threeDSecure: orDefault(sent.three_d_secure, false),
        customerEmails: orDefault(sent.customer_emails, true),
        saveCardToggle: orDefault(sent.save_card_toggle, true),
        anotherCardToggle: orDefault(sent.another_card_toggle, true),
        retrySpeed: orDefault(sent.retry_speed, 1),
      })
      .where(eq(shops.id, shop.id))
  }
  return json({ public_key: shop.publicKey })
}

/** Drizzle leaves out what is undefined. */
const orDefault = <Value>(value: Value | null | undefined, fallback: Value) =>
  value === null ? fallback : value
