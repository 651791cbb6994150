import 'server-only'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { getTranslator } from '../../core/i18n/server'
import type { AccountContext } from '../../core/server/context'
import { requireFactor } from '../../core/server/auth/requirements'
import { otherShopOf } from '../../core/server/auth/other-shop'
import { AppError } from '../../core/server/errors'
import { loadShopOf, shopsOf } from '../../core/server/shop/load'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { memberships } from '../../core/server/tables/users'
import { isStorable } from '../../gateway/values'
import type { ApiToken, NewApiToken, OwnTokenList, OwnTokenOrder } from '../schema'
import { heldScopes, refuseForeignScopes } from './held-scopes'
import { readTokens, revoke, storeToken } from './rows'

/** Leaves out shops that the person does not belong to any more, where their tokens do nothing. */
function whereOwn({ engine: { db }, person: { userId } }: AccountContext) {
  const theirShops = db
    .select({ id: memberships.shopId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), isNull(memberships.disabledAt)))
  return and(
    eq(apiTokens.userId, userId),
    eq(apiTokens.kind, 'personal'),
    inArray(apiTokens.shopId, theirShops),
  )
}

/** Returns a person's own tokens, and where they may make more. */
export async function listOwnTokens(context: AccountContext): Promise<OwnTokenList> {
  const { db } = context.engine
  const ownShops = await shopsOf(context.person.userId)
  const shops = await Promise.all(
    ownShops
      .filter(({ isArchived }) => !isArchived)
      .map(async ({ id, name }) => {
        const found = await otherShopOf(db, context.person, id)
        return found ? [{ id, name, scopes: heldScopes(found) }] : []
      }),
  )
  return { items: await readTokens(db, whereOwn(context)), shops: shops.flat() }
}

/**
 * Makes a person's own token for one of their shops.
 * @throws AppError `invalid` for a shop that is not theirs, or scopes that they do not have; `shop_archived`
 */
export async function makeOwnToken(
  { engine, person }: AccountContext,
  { shop: shopId, ...order }: OwnTokenOrder,
): Promise<NewApiToken> {
  if (person.mustChangePassword) throw new AppError('password_change_needed')
  const found = isStorable(shopId) ? await loadShopOf(engine.db, shopId, person.userId) : null
  if (!found) throw new AppError('invalid', { errors: { shop: [getTranslator('issues')('invalid_choice')] } })
  const { shop } = found
  requireFactor(person, found.factorDueIn)
  if (shop.archivedAt) throw new AppError('shop_archived')
  refuseForeignScopes(found, order.scopes)
  return engine.db.transaction((tx) =>
    storeToken(tx, { shop, actor: person, kind: 'personal', userId: person.userId, order }),
  )
}

/** @throws AppError `not_found` */
export const revokeOwnToken = (context: AccountContext, id: string): Promise<ApiToken> =>
  revoke(context.engine.db, { id, actor: context.person, where: whereOwn(context) })
