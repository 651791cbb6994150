import 'server-only'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/connection/prepared'
import type { Database } from '../../../db/database'
import type { Rights } from '../../permissions'
import { factorColumns } from '../auth/factor-rule'
import { hashOfToken } from '../accounts/secret-token'
import type { Actor, Shop } from '../context'
import { log } from '../log'
import { qualified } from '../qualified'
import { loadShop, loadShopOf } from '../shop/load'
import { apiTokens } from '../tables/api-tokens'
import { identities, users } from '../tables/users'

/** A token's use is noted at most this often, unless its address changes. */
const noteEverySeconds = 60

export type LoadedToken = Awaited<ReturnType<typeof loadToken>>[number]

/** Finds a token by its hash, whatever its state: no or one row. */
export const loadToken = (db: Database, token: string, address: string) =>
  tokenByHash(db).execute({ hash: hashOfToken(token), address, noteEvery: noteEverySeconds })

const tokenByHash = prepared((db) =>
  db
    .select({
      id: apiTokens.id,
      shopId: apiTokens.shopId,
      kind: apiTokens.kind,
      scopes: apiTokens.scopes,
      networks: apiTokens.networks,
      userId: users.id,
      email: users.email,
      name: users.name,
      timeZone: users.timeZone,
      mustChangePassword: users.mustChangePassword,
      ...factorColumns,
      // Who signs in through a provider has what that asks for.
      hasFactor: sql<boolean>`(${factorColumns.hasFactor} OR EXISTS (SELECT 1 FROM ${identities}
        WHERE ${qualified(identities.userId)} = ${qualified(users.id)}))`,
      isPersonDisabled: sql<boolean>`${apiTokens.kind} = 'personal' AND ${users.disabledAt} IS NOT NULL`,
      isRevoked: sql<boolean>`${apiTokens.revokedAt} IS NOT NULL`,
      isExpired: sql<boolean>`${apiTokens.expiresAt} <= now()`,
      isToBeNoted: sql<boolean>`${apiTokens.lastUsedAt} IS NULL
        OR ${apiTokens.lastAddress} IS DISTINCT FROM ${sql.placeholder('address')}
        OR ${apiTokens.lastUsedAt} <= now() - make_interval(secs => ${sql.placeholder('noteEvery')})`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.tokenHash, sql.placeholder('hash')))
    .prepare('api_token_by_hash'),
)

/** What a shop's own token may do at most: what its scopes say. */
const ofService = { role: 'owner' } as const satisfies Rights

/**
 * Returns the shop of a token and what the token may do there now: its scopes, and of a person's token never more than
 * the person may. Null if the shop is gone or the person is no longer in it.
 */
export async function rightsOf(
  db: Database,
  { shopId, kind, userId, scopes }: Pick<LoadedToken, 'shopId' | 'kind' | 'userId' | 'scopes'>,
): Promise<{ shop: Shop; rights: Rights; factorDueIn: number | null } | null> {
  if (kind === 'service') {
    const shop = await loadShop(db, shopId)
    return shop && { shop, rights: { ...ofService, scopes }, factorDueIn: null }
  }
  const found = await loadShopOf(db, shopId, userId)
  if (!found) return null
  return { ...found, rights: { ...found.rights, scopes } }
}

/** The account of a shop's token, while the token is valid, as the one who acts. For jobs that it ordered. */
export async function serviceActor(
  db: Database,
  { shopId, userId }: { shopId: string; userId: string },
): Promise<Actor | null> {
  const [found] = await db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      scopes: apiTokens.scopes,
      apiToken: apiTokens.id,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(apiTokens.shopId, shopId),
        eq(apiTokens.userId, userId),
        eq(apiTokens.kind, 'service'),
        isNull(apiTokens.revokedAt),
        gt(apiTokens.expiresAt, sql`now()`),
      ),
    )
  return found ? { ...found, ...ofService } : null
}

/** Does not throw, so that reading works while nothing can be written, such as with a full disk. */
export async function noteTokenUse(
  db: Database,
  { id, shopId }: Pick<LoadedToken, 'id' | 'shopId'>,
  address: string,
): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()`, lastAddress: address })
    .where(and(eq(apiTokens.shopId, shopId), eq(apiTokens.id, id)))
    .catch((error: unknown) => log().warn({ err: error }, 'the use of an API token was not noted'))
}
