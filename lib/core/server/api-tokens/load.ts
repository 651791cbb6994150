import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/connection/prepared'
import type { Database } from '../../../db/database'
import type { Rights } from '../../permissions'
import { factorColumnsOfPerson, requireFactor } from '../auth/requirements'
import { hashOfToken } from '../accounts/secret-token'
import type { Actor, Shop } from '../context'
import { AppError } from '../errors'
import { log } from '../log/log'
import { loadShop, loadShopOf } from '../shop/load'
import { apiTokens } from '../tables/api-tokens'
import { users } from '../tables/users'

/** A token's use is noted at most this often, unless its address changes. */
const noteEverySeconds = 60

export type LoadedToken = Awaited<ReturnType<typeof loadToken>>[number]

/** Finds a token by its hash, in any state: no row or one. */
export const loadToken = (db: Database, token: string, address: string) =>
  tokenByHash(db).execute({ hash: hashOfToken(token), address, noteEvery: noteEverySeconds })

const columns = () => ({
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
  ...factorColumnsOfPerson(),
  isPersonDisabled: sql<boolean>`${apiTokens.kind} = 'personal' AND ${users.disabledAt} IS NOT NULL`,
  isRevoked: sql<boolean>`${apiTokens.revokedAt} IS NOT NULL`,
  isExpired: sql<boolean>`${apiTokens.expiresAt} <= now()`,
})

const tokenByHash = prepared((db) =>
  db
    .select({
      ...columns(),
      isToBeNoted: sql<boolean>`${apiTokens.lastUsedAt} IS NULL
        OR ${apiTokens.lastAddress} IS DISTINCT FROM ${sql.placeholder('address')}
        OR ${apiTokens.lastUsedAt} <= now() - make_interval(secs => ${sql.placeholder('noteEvery')})`,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.tokenHash, sql.placeholder('hash')))
    .prepare('api_token_by_hash'),
)

/** The most that a shop's own token may do. Its scopes limit it further. */
const serviceRights = { role: 'owner' } as const satisfies Rights

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
    return shop && { shop, rights: { ...serviceRights, scopes }, factorDueIn: null }
  }
  const found = await loadShopOf(db, shopId, userId)
  if (!found) return null
  return { ...found, rights: { ...found.rights, scopes } }
}

/**
 * Returns who acts in a job that a token ordered: what the token may do now, and of a person's token never more than the
 * person may.
 * @throws AppError `token_revoked`, `token_expired`, `forbidden`, `factor_needed`
 */
export async function actorOfToken(
  db: Database,
  { shopId, id }: { shopId: string; id: string },
): Promise<Actor> {
  const [token] = await db
    .select(columns())
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.shopId, shopId), eq(apiTokens.id, id)))
  if (!token || token.isPersonDisabled) throw new AppError('forbidden')
  if (token.isRevoked) throw new AppError('token_revoked')
  if (token.isExpired) throw new AppError('token_expired')
  const found = await rightsOf(db, token)
  if (!found) throw new AppError('forbidden')
  if (token.kind === 'personal') requireFactor(token, found.factorDueIn)
  const { userId, email, name, timeZone } = token
  return { ...found.rights, userId, email, name, timeZone, apiToken: token.id }
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
