import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { webAddress } from '../gateway/values'
import type { Call } from './http/endpoint'
import { gatewayErrors, invalid } from './http/invalid'
import { json } from './http/refusal'
import { shops } from './tables/shops'

const settings = z.object({
  notification_url: webAddress.nullish(),
  verification_url: webAddress.nullish(),
  url: webAddress.nullish(),
  three_d_secure: z.boolean().nullish(),
})

/**
 * PUT /sandbox/shop, our counterpart of a provider's settings page: what is absent stays, null clears.
 * Answers the key that notifications are verified with (bare Base64, SPKI DER).
 */
export async function updateShop({ engine, shop, body }: Call): Promise<Response> {
  const parsed = settings.safeParse(await body())
  if (!parsed.success) throw invalid(gatewayErrors(parsed.error.issues))
  const { notification_url, verification_url, url, three_d_secure } = parsed.data
  if (Object.values(parsed.data).some((value) => value !== undefined)) {
    await engine.db
      .update(shops)
      .set({
        notificationUrl: notification_url,
        verificationUrl: verification_url,
        url,
        threeDSecure: three_d_secure === null ? false : three_d_secure,
      })
      .where(eq(shops.id, shop.id))
  }
  return json({ public_key: shop.publicKey })
}
