import 'server-only'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { notifications, type NotificationRow } from '../../notifications/server/tables'
import { firstStepNames, type FirstStepName, type StepProblem } from '../choices'
import type { FirstSteps, FirstStepsChange, DemoPayment, DemoPaymentCreate } from '../schema'
import { createCheckout } from '../../checkouts/server/create'
import { getTranslator } from '../../core/i18n/server'
import { AppError, GatewayError } from '../../core/server/errors'
import { requestOf } from '../../gateway/client/call'
import { exchange } from '../../gateway/client/transport'
import { dismissedSteps } from './tables'

/** How many of the newest notifications are looked at for a signed one, as a provider may sign none. */
const newestLooked = 100

/**
 * Returns the first steps in a new shop, whether each is done, and what is wrong:
 * - shop: the gateway's products and customers were read; always true for the sandbox;
 * - product: one was created in this application; in other shops, any product;
 * - payment: one succeeded, test payments included;
 * - address: a notification with sufficient evidence arrived, so the provider knows the address;
 * - key: the newest signed notification matches the public key;
 * - colleague: another person belongs to the shop, or has an invitation that can be accepted.
 */
export async function firstStepsOf(context: ActorContext): Promise<FirstSteps> {
  const { engine, shop, actor } = context
  const whereShop = sql`shop_id = ${shop.id}`
  const isSandbox = shop.mode === 'sandbox'
  type Found = Record<Exclude<FirstStepName, 'key'> | 'dismissed' | 'failed', boolean>
  const { rows } = await engine.db.execute<Found>(sql`
    SELECT ${isSandbox} OR (SELECT count(*) FROM syncs WHERE ${whereShop} AND synced_at IS NOT NULL) = 2 AS shop,
      EXISTS (SELECT 1 FROM syncs WHERE ${whereShop} AND failed_at IS NOT NULL) AS failed,
      EXISTS (SELECT 1 FROM products WHERE ${whereShop} AND (${!isSandbox} OR submitted_by IS NOT NULL)) AS product,
      EXISTS (SELECT 1 FROM payments WHERE ${whereShop} AND paid > 0) AS payment,
      EXISTS (SELECT 1 FROM notifications WHERE ${whereShop} AND authenticity IN ('network', 'credentials', 'signature')) AS address,
      EXISTS (SELECT 1 FROM memberships WHERE ${whereShop} AND user_id <> ${actor.userId} AND disabled_at IS NULL)
        OR EXISTS (SELECT 1 FROM invitations WHERE ${whereShop} AND revoked_at IS NULL AND accepted_at IS NULL
          AND expires_at > now()) AS colleague,
      EXISTS (SELECT 1 FROM dismissed_steps WHERE ${whereShop} AND user_id = ${actor.userId}) AS dismissed`)
  const [found] = rows
  const [newest, signed] = await newestEvidence(context)
  const done = { ...found, key: signed?.signature === 'verified' }
  const problems: Partial<Record<FirstStepName, StepProblem | null>> = {
    shop: found?.failed ? 'not_read' : null,
    address: newest ? problemOf(newest) : null,
    key: signed ? signatureProblem(signed) : null,
  }
  return {
    steps: firstStepNames
      .filter((name) => name !== 'key' || !isSandbox)
      .map((name) => ({
        name,
        done: done[name] ?? false,
        problem: done[name] ? null : (problems[name] ?? null),
      })),
    dismissed: found?.dismissed ?? false,
  }
}

type Evidence = Pick<NotificationRow, 'signature' | 'credentials' | 'network'>

/** Returns the evidence of the newest notification, and of the newest that came with a signature. */
async function newestEvidence({
  engine,
  shop,
}: ShopContext): Promise<[newest?: Evidence, signed?: Evidence]> {
  const newest = await engine.db
    .select({
      signature: notifications.signature,
      credentials: notifications.credentials,
      network: notifications.network,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shop.id),
        eq(notifications.hook, 'notification'),
        ne(notifications.authenticity, 'answer'),
      ),
    )
    .orderBy(desc(notifications.receivedAt))
    .limit(newestLooked)
  return [newest[0], newest.find(({ signature }) => signature !== 'absent')]
}

/** Why a notification is not believed. */
function problemOf(evidence: Evidence): StepProblem {
  if (evidence.network === 'outside') return 'network_outside'
  if (evidence.signature === 'failed') return 'signature_failed'
  return evidence.credentials === 'failed' ? 'credentials_failed' : 'no_evidence'
}

const signatureProblem = ({ signature }: Evidence): StepProblem =>
  signature === 'no_key' ? 'no_key' : 'signature_failed'

export async function changeFirstSteps(
  context: ActorContext,
  { dismissed }: FirstStepsChange,
): Promise<FirstSteps> {
  const { engine, shop, actor } = context
  if (dismissed)
    await engine.db
      .insert(dismissedSteps)
      .values({ shopId: shop.id, userId: actor.userId })
      .onConflictDoNothing()
  else
    await engine.db
      .delete(dismissedSteps)
      .where(and(eq(dismissedSteps.shopId, shop.id), eq(dismissedSteps.userId, actor.userId)))
  return firstStepsOf(context)
}

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
