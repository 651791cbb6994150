import 'server-only'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { recordActivity } from '../activity/record'
import type { Actor } from '../context'
import { apiTokens } from '../tables/api-tokens'

/** Tokens that a person made for themselves. */
export const wherePersonal = (userId: string) =>
  and(eq(apiTokens.userId, userId), eq(apiTokens.kind, 'personal'))

/** Those of them for one shop. */
export const whereOwnIn = ({ shopId, userId }: { shopId: string; userId: string }) =>
  and(eq(apiTokens.shopId, shopId), wherePersonal(userId))

/** Revokes tokens at once, and records each in its shop. Does not change those that were revoked before. */
export async function revokeTokens(
  tx: Database,
  actor: Pick<Actor, 'userId'> & Partial<Pick<Actor, 'email' | 'address'>>,
  where: SQL | undefined,
): Promise<void> {
  const revoked = await tx
    .update(apiTokens)
    .set({ revokedAt: sql`now()`, revokedBy: actor.userId })
    .where(and(where, isNull(apiTokens.revokedAt)))
    .returning({ shopId: apiTokens.shopId, id: apiTokens.id, name: apiTokens.name })
  for (const { shopId, id, name } of revoked)
    await recordActivity(
      tx,
      { shop: { id: shopId }, actor },
      { action: 'api_token.revoked', subject: id, detail: { name } },
    )
}
