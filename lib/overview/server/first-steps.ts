import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import type { FirstSteps, FirstStepsChange } from '../schema'
import { firstStepNames, type FirstStepName } from '../choices'
import type { ActorContext } from '../../core/server/context'
import { dismissedSteps } from './tables'

/**
 * What is to be done in a new shop, ticked off by what is there:
 * - shop: it is here, and its gateway has answered; the sandbox always has;
 * - product: one that was made from here (the sandbox brings some of its own), in a live shop any;
 * - payment: one that succeeded, be it a test;
 * - address: a notification came that can be believed, so the provider knows where to;
 * - colleague: somebody else belongs to the shop, or is invited.
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

/** Whether who asks wants to see them. */
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
