import 'server-only'
import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { createCheckout } from '../../checkouts/server/create'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { requestOf } from '../../gateway/client/call'
import { exchange } from '../../gateway/client/transport'
import type { DemoPayment, DemoPaymentCreate } from '../schema'

/** Test cards of the provider (docs/gateway.md#test-cards): one that pays, one that the bank declines. */
const testCards = { paid: '4200000000000000', declined: '4005550000000019' }

const goods = ['notebook', 'poster', 'workshop', 'ticket'] as const
const amounts = { least: 900, most: 9_000 }

const limitMs = 15_000

/**
 * Makes a payment in the sandbox: creates a checkout through the gateway, and pays on its hosted page as a browser
 * does, with the shop's credentials in case the page is closed to strangers. The result arrives as a notification.
 * @throws AppError `forbidden` in a live shop; GatewayError if the gateway does not create the checkout or the page
 * does not accept the card.
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
  const request = await requestOf(context, { method: 'POST', url, body, reply: z.unknown() })
  const { status } = await exchange(request, limitMs)
  if (status !== 200 && status !== 201)
    throw new GatewayError('gateway_rejected', { detail: t('refused', { status }) })
  return { checkout_id: made.id }
}
