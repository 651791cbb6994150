import 'server-only'
import { and, eq, inArray, isNull, desc, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { getTranslator } from '../../core/i18n/server'
import type { AccountContext, Shop, ActorContext, Actor } from '../../core/server/context'
import { wherePersonal, revokeTokens } from '../../core/server/api-tokens/revoke'
import { requireFactor } from '../../core/server/auth/requirements'
import { otherShopOf } from '../../core/server/auth/other-shop'
import { AppError } from '../../core/server/errors'
import { loadShopOf, shopsOf } from '../../core/server/shop/load'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { shops } from '../../core/server/tables/shops'
import { memberships, users } from '../../core/server/tables/users'
import { isStorable } from '../../gateway/values/storable'
import type { ApiToken, NewApiToken, OwnTokenList, OwnTokenOrder, ApiTokenList, TokenOrder } from '../schema'
import { mayInShop, tokenScopes, type Rights, type TokenScope } from '../../core/permissions'
import { newServiceAccount } from '../../core/server/accounts/service-accounts'
import { lockShopAs } from '../../core/server/shop/change'
import { recordActivity } from '../../core/server/activity/record'
import { hashOfToken } from '../../core/server/accounts/secret-token'
import { holdSession } from '../../core/server/accounts/sessions'
import { newApiToken, visibleStart } from '../../core/server/api-tokens/format'
import type { Database } from '../../db/database'

type Holder = { shop: Pick<Shop, 'hasSupportCheckouts'>; rights: Rights }

/** The scopes that a person may give to a token: those of what they may do themselves. */
const heldScopes = ({ shop, rights }: Holder): TokenScope[] =>
  tokenScopes.filter((scope) => mayInShop(shop, rights, scope))

/** @throws AppError `invalid` if any scope is more than they have */
function refuseForeignScopes(holder: Holder, scopes: readonly TokenScope[]): void {
  const held = heldScopes(holder)
  if (scopes.every((scope) => held.includes(scope))) return
  throw new AppError('invalid', { errors: { scopes: [getTranslator('issues')('scope_not_held')] } })
}

/** Leaves out shops that the person no longer belongs to, where their tokens do nothing. */
function whereOwn({ engine: { db }, person: { userId } }: AccountContext) {
  const theirShops = db
    .select({ id: memberships.shopId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isNull(memberships.disabledAt)))
  return and(wherePersonal(userId), inArray(apiTokens.shopId, theirShops))
}

/** Returns a person's own tokens, and where they may make more. */
export async function listOwnTokens(context: AccountContext): Promise<OwnTokenList> {
  const { db } = context.engine
  const ownShops = await shopsOf(context.person.userId)
  const offered = await Promise.all(
    ownShops
      .filter(({ isArchived }) => !isArchived)
      .map(async ({ id, name }) => {
        const found = await otherShopOf(db, context.person, id)
        return found ? [{ id, name, scopes: heldScopes(found) }] : []
      }),
  )
  return { items: await readTokens(db, whereOwn(context)), shops: offered.flat() }
}

/**
 * Makes a person's own token for one of their shops. Locks the shop, so that a change of their rights there waits until
 * the token is stored, and applies to it too.
 * @throws AppError `invalid` for a shop that is not theirs, or scopes that they do not have; `shop_archived`
 */
export async function makeOwnToken(
  { engine, person }: AccountContext,
  { shop: shopId, ...order }: OwnTokenOrder,
): Promise<NewApiToken> {
  if (person.mustChangePassword) throw new AppError('password_change_needed')
  if (!isStorable(shopId)) throw noSuchShop()
  return engine.db.transaction(async (tx) => {
    await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, shopId)).for('no key update')
    await holdSession(tx, person)
    const found = await loadShopOf(tx, shopId, person.userId)
    if (!found) throw noSuchShop()
    const { shop } = found
    requireFactor(person, found.factorDueIn)
    if (shop.archivedAt) throw new AppError('shop_archived')
    refuseForeignScopes(found, order.scopes)
    return storeToken(tx, { shop, actor: person, kind: 'personal', userId: person.userId, order })
  })
}

const noSuchShop = () =>
  new AppError('invalid', { errors: { shop: [getTranslator('issues')('invalid_choice')] } })

/** @throws AppError `not_found` */
export const revokeOwnToken = (context: AccountContext, id: string): Promise<ApiToken> =>
  revoke(context.engine.db, { id, actor: context.person, where: whereOwn(context) })

/** Returns all tokens that work in the shop: its own, and those that its people made for themselves. */
export async function listTokens({ engine, shop }: ActorContext): Promise<ApiTokenList> {
  return { items: await readTokens(engine.db, eq(apiTokens.shopId, shop.id)) }
}

/**
 * Creates a token of the shop. It has its own account and outlives its creator.
 * @throws AppError `invalid` for scopes that who makes it does not have; `forbidden` if they may not make it any more
 */
export async function makeShopToken(context: ActorContext, order: TokenOrder): Promise<NewApiToken> {
  const { engine, shop, actor } = context
  refuseForeignScopes({ shop, rights: actor }, order.scopes)
  const account = await newServiceAccount(order.name)
  return engine.db.transaction(async (tx) => {
    await lockShopAs(tx, context, 'api_tokens.manage')
    await holdSession(tx, actor)
    await tx.insert(users).values(account)
    return storeToken(tx, { shop, actor, kind: 'service', userId: account.id, order })
  })
}

/** @throws AppError `not_found` */
export const revokeShopToken = ({ engine, shop, actor }: ActorContext, id: string): Promise<ApiToken> =>
  revoke(engine.db, { id, actor, where: eq(apiTokens.shopId, shop.id) })

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

const readTokens = async (db: Database, where: SQL | undefined): Promise<ApiToken[]> =>
  (await select(db, where)).map(toItem)

type By = Pick<Actor, 'userId' | 'email' | 'address'>
type Made = { shop: Pick<Shop, 'id'>; actor: By; kind: ApiToken['kind']; userId: string; order: TokenOrder }

/** Stores a new token, and returns it with its text, which cannot be read again. */
async function storeToken(tx: Database, { shop, actor, kind, userId, order }: Made): Promise<NewApiToken> {
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
async function revoke(
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
