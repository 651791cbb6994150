import 'server-only'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { AccountContext, Shop, ActorContext } from '../../core/server/context'
import { wherePersonal } from '../../core/server/api-tokens/revoke'
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
import { readTokens, revoke, storeToken } from './rows'

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
 * Makes a person's own token for one of their shops. Locks the shop: whoever takes
 * away their rights there waits until the token is stored, and then revokes it too.
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
    await tx.insert(users).values(account)
    return storeToken(tx, { shop, actor, kind: 'service', userId: account.id, order })
  })
}

/** @throws AppError `not_found` */
export const revokeShopToken = ({ engine, shop, actor }: ActorContext, id: string): Promise<ApiToken> =>
  revoke(engine.db, { id, actor, where: eq(apiTokens.shopId, shop.id) })
