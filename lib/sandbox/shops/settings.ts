import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Reach } from '../../db/outgoing/guarded-request'
import { singleton } from '../../db/singleton'
import { webAddress } from '../../gateway/values/schemas'
import type { Call } from '../http/endpoints'
import { gatewayErrors, invalid, json } from '../http/refusal'
import { shops } from '../tables/shops'

export type SandboxSettings = {
  /** APP_URL without a trailing slash. Public links begin with `${publicOrigin}/sandbox`. */
  publicOrigin: string
  /** SANDBOX_LENIENT: accepts client mistakes seen in practice that the API does not allow (`http/lenient.ts`). */
  isLenient: boolean
  /** Where notifications and verification requests may be posted. */
  reach: Reach
  /** Whether the sender of the current request may see the payer pages. When absent, everyone may. */
  mayVisit?: () => Promise<boolean>
  /**
   * Receives errors inside the sandbox, never errors of a caller. When absent, such an error is thrown to the
   * framework.
   */
  onError?: (error: unknown) => void
  /** Receives the headers of a post to a payer page that was refused because another site sent it. */
  onForeignPost?: (headers: Headers) => void
}

/** Set at start-up. Unset means that the sandbox is off: everything under /sandbox answers 404. */
export const sandboxSettings = singleton<SandboxSettings>('sandbox-settings')

/** Whether the sandbox is on, and its payer pages are open to the sender of the current request. */
export async function isOpenToVisitor(): Promise<boolean> {
  const settings = sandboxSettings.peek()
  return settings !== undefined && ((await settings.mayVisit?.()) ?? true)
}

/** Returns the public address of the sandbox `path`, which begins with a slash. */
export const publicAddress = (path: string) => `${sandboxSettings.get().publicOrigin}/sandbox${path}`

const settings = z.object({
  notification_url: webAddress.nullish(),
  verification_url: webAddress.nullish(),
  url: webAddress.nullish(),
  three_d_secure: z.boolean().nullish(),
  customer_emails: z.boolean().nullish(),
  /** Whether the payer page shows these toggles when a checkout does not say. */
  save_card_toggle: z.boolean().nullish(),
  another_card_toggle: z.boolean().nullish(),
  /** Factor by which notification retries come sooner than documented. */
  retry_speed: z.int().min(1).max(1_000_000).nullish(),
})

/**
 * PUT /sandbox/shop, the counterpart of a provider's settings page. Absent fields stay; null clears a field or resets a
 * switch to its default. Returns the public key that verifies notifications (bare Base64, SPKI DER).
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

/** Returns the default for null. Leaves undefined, which makes Drizzle skip the column. */
const orDefault = <Value>(value: Value | null | undefined, fallback: Value) =>
  value === null ? fallback : value
