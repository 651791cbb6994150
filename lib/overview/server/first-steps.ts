import 'server-only'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { notifications } from '../../notifications/server/tables'
import { firstStepNames, type FirstStepName, type StepTrouble } from '../choices'
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
 * - colleague: another person belongs to the shop or is invited.
 */
export async function firstStepsOf(context: ActorContext): Promise<FirstSteps> {
  const { engine, shop, actor } = context
  const here = sql`shop_id = ${shop.id}`
  const isSandbox = shop.mode === 'sandbox'
  type Found = Record<Exclude<FirstStepName, 'key'> | 'dismissed' | 'failed', boolean>
  const { rows } = await engine.db.execute<Found>(sql`
    SELECT ${isSandbox} OR (SELECT count(*) FROM syncs WHERE ${here} AND synced_at IS NOT NULL) = 2 AS shop,
      EXISTS (SELECT 1 FROM syncs WHERE ${here} AND failed_at IS NOT NULL) AS failed,
      EXISTS (SELECT 1 FROM products WHERE ${here} AND (${!isSandbox} OR submitted_by IS NOT NULL)) AS product,
      EXISTS (SELECT 1 FROM payments WHERE ${here} AND paid > 0) AS payment,
      EXISTS (SELECT 1 FROM notifications WHERE ${here} AND authenticity IN ('network', 'credentials', 'signature')) AS address,
      EXISTS (SELECT 1 FROM memberships WHERE ${here} AND user_id <> ${actor.userId})
        OR EXISTS (SELECT 1 FROM invitations WHERE ${here} AND revoked_at IS NULL) AS colleague,
      EXISTS (SELECT 1 FROM dismissed_steps WHERE ${here} AND user_id = ${actor.userId}) AS dismissed`)
  const [found] = rows
  const [newest, signed] = await newestEvidence(context)
  const done = { ...found, key: signed?.signature === 'verified' }
  const troubles: Partial<Record<FirstStepName, StepTrouble | null>> = {
    shop: found?.failed ? 'not_read' : null,
    address: newest ? troubleOf(newest) : null,
    key: signed ? signatureTrouble(signed) : null,
  }
  return {
    steps: firstStepNames
      .filter((name) => name !== 'key' || !isSandbox)
      .map((name) => ({
        name,
        done: done[name] ?? false,
        trouble: done[name] ? null : (troubles[name] ?? null),
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
function troubleOf(evidence: Evidence): StepTrouble {
  if (evidence.network === 'outside') return 'network_outside'
  if (evidence.signature === 'failed') return 'signature_failed'
  return evidence.credentials === 'failed' ? 'credentials_failed' : 'no_evidence'
}

const signatureTrouble = ({ signature }: Evidence): StepTrouble =>
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
