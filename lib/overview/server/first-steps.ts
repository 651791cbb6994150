import 'server-only'
import { randomInt, randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { createCheckout } from '../../checkouts/server/create'
import { isFiltered } from '../../checkouts/server/list'
import { checkouts } from '../../checkouts/server/tables'
import { getTranslator } from '../../core/i18n/server'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { countLimit, totalOf } from '../../core/server/lists/keyset'
import { exchange } from '../../gateway/client/transport'
import { firstStepNames, type FirstStepName } from '../choices'
import {
  type FirstSteps,
  type FirstStepsChange,
  type DemoPayment,
  type DemoPaymentCreate,
  unpaidDays,
  unpaidStates,
  type UnpaidCheckouts,
} from '../schema'
import { dismissedSteps } from './tables'

/**
 * Returns the first steps in a new shop, and whether each is done:
 * - shop: the gateway has answered; always true for the sandbox;
 * - product: one was created in this application; in a live shop, any product;
 * - payment: one succeeded, test payments included;
 * - address: a notification with sufficient evidence arrived, so the provider knows the address;
 * - colleague: another person belongs to the shop or is invited.
 */
export async function firstStepsOf(context: ActorContext): Promise<FirstSteps> {
  const { engine, shop, actor } = context
  const here = sql`shop_id = ${shop.id}`
  const isSandbox = shop.mode === 'sandbox'
  const { rows } = await engine.db.execute<Record<FirstStepName | 'dismissed', boolean>>(sql`
    SELECT ${isSandbox} OR EXISTS (SELECT 1 FROM syncs WHERE ${here} AND synced_at IS NOT NULL) AS shop,
      EXISTS (SELECT 1 FROM products WHERE ${here} AND (${!isSandbox} OR submitted_by IS NOT NULL)) AS product,
      EXISTS (SELECT 1 FROM payments WHERE ${here} AND paid > 0) AS payment,
      EXISTS (SELECT 1 FROM notifications WHERE ${here} AND authenticity IN ('network', 'credentials', 'signature')) AS address,
      EXISTS (SELECT 1 FROM memberships WHERE ${here} AND user_id <> ${actor.userId})
        OR EXISTS (SELECT 1 FROM invitations WHERE ${here} AND revoked_at IS NULL) AS colleague,
      EXISTS (SELECT 1 FROM dismissed_steps WHERE ${here} AND user_id = ${actor.userId}) AS dismissed`)
  const [found] = rows
  return {
    steps: firstStepNames.map((name) => ({ name, done: found?.[name] ?? false })),
    dismissed: found?.dismissed ?? false,
  }
}

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
 * does. The result arrives as a notification.
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
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const { status } = await exchange(
    { bounds: null, method: 'POST', url, headers, body: JSON.stringify(body) },
    limitMs,
  )
  if (status !== 200 && status !== 201)
    throw new GatewayError('gateway_rejected', { detail: t('refused', { status }) })
  return { checkout_id: made.id }
}

const dayMs = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Counts checkouts of the last two weeks that are unpaid for at least 24 hours; in a live shop without test ones. Uses
 * UTC days, so that the list of checkouts with the same query shows the same number.
 */
export async function unpaidCheckoutsOf(
  { engine, shop }: ShopContext,
  at = Date.now(),
): Promise<UnpaidCheckouts> {
  const query = {
    state: [...unpaidStates],
    created_from: dayOf(at - unpaidDays * dayMs),
    created_to: dayOf(at - 2 * dayMs),
    ...(shop.mode === 'live' ? { test: false } : {}),
  }
  const some = engine.db
    .select({ one: sql`1`.as('one') })
    .from(checkouts)
    .where(isFiltered(shop.id, query))
    .limit(countLimit)
    .as('some')
  const [counted] = await engine.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(some)
  return { ...query, ...totalOf(counted?.count ?? 0) }
}
