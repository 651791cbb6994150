import 'server-only'
import { randomInt, randomUUID } from 'node:crypto'
import type { DemoPayment, DemoPaymentCreate } from '../schema'
import { createCheckout } from '../../checkouts/server/create'
import type { ActorContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { getTranslator } from '../../core/i18n/server'
import { exchange } from '../../gateway/client/transport'

/** Of the provider's published test cards (docs/gateway.md#test-cards): one that pays, one that the bank refuses. */
const testCards = { paid: '4200000000000000', declined: '4005550000000019' }

const goods = ['notebook', 'poster', 'workshop', 'ticket'] as const
const amounts = { least: 900, most: 9_000 }

const limitMs = 15_000

/**
 * A payment in the sandbox, from end to end: a checkout is made through the gateway's interface as any other is, and
 * paid at its hosted page as a payer's browser does. What comes of it, comes as a notification. In a sandbox shop only.
 * @throws AppError `forbidden` in a live shop; GatewayError where the gateway does not make it or the page does not take
 *   the card.
 */
export async function payDemo(context: ActorContext, { outcome }: DemoPaymentCreate): Promise<DemoPayment> {
  const { shop } = context
  if (shop.mode !== 'sandbox') throw new AppError('forbidden')
  const t = getTranslator('overview.demo')
  const made = await createCheckout(context, {
    checkout: {
      transaction_type: 'payment',
      order: {
        amount: randomInt(amounts.least, amounts.most),
        currency: 'EUR',
        description: t(`goods.${goods[randomInt(goods.length)] ?? 'ticket'}`),
        tracking_id: `demo-${randomInt(100_000, 1_000_000)}`,
      },
    },
  })
  if (made.token === null) throw new AppError('internal')
  const url = `${shop.checkoutUrl}/v2/checkout/${encodeURIComponent(made.token)}/payments`
  const body = {
    attempt: randomUUID(),
    number: testCards[outcome],
    expiry: `12/${(new Date().getUTCFullYear() + 3) % 100}`,
    verification_value: '111',
    holder: t('holder'),
  }
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const { status } = await exchange({ method: 'POST', url, headers, body: JSON.stringify(body) }, limitMs)
  if (status !== 200 && status !== 201)
    throw new GatewayError('gateway_rejected', { detail: t('refused', { status }) })
  return { checkout_id: made.id }
}
