import 'server-only'
import { and, eq } from 'drizzle-orm'
import type { CheckoutDetail } from '../schema'
import { wasPaid, type CheckoutState } from '../state'
import type { CheckoutState as AtGateway } from '../../gateway/checkout'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { readCheckoutAtGateway } from '../../gateway/client/checkouts'
import { tellBrowsers } from '../../core/server/live'
import { checkouts } from './tables'
import { checkoutDetail } from './detail'
import { loadCheckout } from './load'

/** What the optional query's answer says became of it; null where it says nothing of that. */
export function stateAtGateway({ finished, expired, status }: AtGateway): CheckoutState | null {
  if (status === 'successful' || status === 'completed') return 'paid'
  if (expired === true) return 'expired'
  if (status === 'canceled' || status === 'cancelled') return 'cancelled'
  if (status === 'failed') return 'declined'
  if (status === 'pending' || status === 'processing' || status === 'incomplete') return 'pending'
  return finished === false ? 'open' : null
}

/**
 * Asks the gateway what became of a payment token: the optional query, outside the interface
 * (docs/gateway.md#optional-queries), where an owner said that this gateway knows it. That a payment was made is never taken back by it.
 * @throws AppError `forbidden` where it may not be asked; `not_found`; GatewayError.
 */
export async function checkCheckout(context: ActorContext, id: string): Promise<CheckoutDetail> {
  const { engine, shop } = context
  const { token } = await loadCheckout(engine.db, shop.id, id)
  if (!shop.checkoutQuery || token === null) throw new AppError('forbidden')
  const said = stateAtGateway(await readCheckoutAtGateway(context, token))
  await engine.db.transaction(async (tx) => {
    const row = await loadCheckout(tx, shop.id, id, { locks: true })
    const now = new Date()
    const isNews = said !== null && said !== row.state && !wasPaid(row.state)
    await tx
      .update(checkouts)
      .set({ checkedAt: now, ...(isNews ? { state: said, restsOn: 'query', stateAt: now } : {}) })
      .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id)))
    if (isNews)
      await recordActivity(tx, context, {
        action: 'checkout.checked',
        subject: id,
        detail: { before: row.state, after: said },
      })
  })
  await tellBrowsers(context, { kind: 'checkout', id })
  return checkoutDetail(context, id)
}
