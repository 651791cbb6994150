import 'server-only'
import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { recordActivity } from '../../core/server/activity/record'
import { hashOfToken } from '../../core/server/accounts/secret-token'
import { newApiToken, visibleStart } from '../../core/server/api-tokens/format'
import { revokeTokens } from '../../core/server/api-tokens/revoke'
import type { Actor, Shop } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { shops } from '../../core/server/tables/shops'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { ApiToken, NewApiToken, TokenOrder } from '../schema'

const makers = alias(users, 'makers')

const select = (db: Database, where: SQL | undefined) =>
  db
    .select({
      token: apiTokens,
      shop: { id: shops.id, name: shops.name },
      madeBy: sql<string>`coalesce(nullif(${makers.name}, ''), ${makers.email})`,
      isExpired: sql<boolean>`${apiTokens.expiresAt} <= now()`,
    })
    .from(apiTokens)
    .innerJoin(shops, eq(shops.id, apiTokens.shopId))
    .innerJoin(makers, eq(makers.id, apiTokens.createdBy))
    .where(and(where, isNull(shops.deletedAt)))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))

type Row = Awaited<ReturnType<typeof select>>[number]

const toItem = ({ token, shop, madeBy, isExpired }: Row): ApiToken => ({
  id: token.id,
  kind: token.kind,
  name: token.name,
  start: token.start,
  shop,
  made_by: madeBy,
  scopes: token.scopes,
  networks: token.networks,
  state: token.revokedAt ? 'revoked' : isExpired ? 'expired' : 'active',
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
  last_address: token.lastAddress,
})

export const readTokens = async (db: Database, where: SQL | undefined): Promise<ApiToken[]> =>
  (await select(db, where)).map(toItem)

type By = Pick<Actor, 'userId' | 'email' | 'address'>
type Made = { shop: Pick<Shop, 'id'>; actor: By; kind: ApiToken['kind']; userId: string; order: TokenOrder }

/** Stores a new token, and returns it with its text, which cannot be read again. */
export async function storeToken(
  tx: Database,
  { shop, actor, kind, userId, order }: Made,
): Promise<NewApiToken> {
  const token = newApiToken()
  const { name, scopes, networks, days } = order
  const id = uuidv7()
  const expiresAt = new Date(Date.now() + days * 24 * 3600 * 1000)
  await tx.insert(apiTokens).values({
    shopId: shop.id,
    id,
    kind,
    userId,
    name,
    tokenHash: hashOfToken(token),
    start: visibleStart(token),
    scopes,
    networks,
    createdBy: actor.userId,
    expiresAt,
  })
  const detail = { kind, name, scopes, networks, expires_at: expiresAt.toISOString() }
  await recordActivity(tx, { shop, actor }, { action: 'api_token.created', subject: id, detail })
  const [made] = await readTokens(tx, and(eq(apiTokens.shopId, shop.id), eq(apiTokens.id, id)))
  if (!made) throw new Error('no token was made')
  return { ...made, token }
}

/**
 * Revokes a token at once. Revoking it again changes nothing.
 * @throws AppError `not_found`
 */
export async function revoke(
  db: Database,
  { id, actor, where }: { id: string; actor: By; where: SQL | undefined },
): Promise<ApiToken> {
  if (!isUuid(id)) throw new AppError('not_found')
  const whereToken = and(where, eq(apiTokens.id, id))
  return db.transaction(async (tx) => {
    await revokeTokens(tx, actor, whereToken)
    const [item] = await readTokens(tx, whereToken)
    if (!item) throw new AppError('not_found')
    return item
  })
}
