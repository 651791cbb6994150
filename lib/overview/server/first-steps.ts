import 'server-only'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { notifications } from '../../notifications/server/tables'
import { firstStepNames, type FirstStepName, type StepProblem } from '../choices'
import type { FirstSteps, FirstStepsChange } from '../schema'
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

type Evidence = Pick<typeof notifications.$inferSelect, 'signature' | 'credentials' | 'network'>

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
