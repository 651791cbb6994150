import 'server-only'
import { randomBytes } from 'node:crypto'
import { presentToken } from '../cards/present'
import type { Call } from '../http/call'
import { json } from '../http/refusal'
import { publicAddress } from '../settings'
import { checkouts } from '../tables/checkouts'
import { cardTokenContext } from './find'
import { readCheckout } from './request'

/**
 * Endpoint 2, POST /ctp/api/checkouts: 201 and `{checkout: {token, redirect_url}}`, or 422 with errors nested by
 * section. The status 201 is inferred: the interface gives none. Nothing keeps a tracking_id from being used
 * again (docs/gateway.md#order).
 */
export async function createCheckout({ engine, shop, body }: Call): Promise<Response> {
  const isKnown = async (cardToken: string) => (await presentToken(engine, shop, cardToken)) !== null
  const { checkout, cardToken, expiresAt } = await readCheckout(await body(), isKnown)
  const token = randomBytes(32).toString('hex')
  await engine.db.insert(checkouts).values({
    shopId: shop.id,
    token,
    request: checkout,
    cardTokenSealed:
      cardToken === null ? null : engine.sealer.seal(cardToken, cardTokenContext(shop.id, token)),
    attempts: checkout.attempts,
    expiresAt,
  })
  const redirectUrl = publicAddress(`/v2/checkout?token=${token}`)
  return json({ checkout: { token, redirect_url: redirectUrl } }, 201)
}
