import 'server-only'
import { eq } from 'drizzle-orm'
import { newServiceAccount } from '../../core/server/accounts/service-accounts'
import type { ActorContext } from '../../core/server/context'
import { lockShopAs } from '../../core/server/shop/change'
import { apiTokens } from '../../core/server/tables/api-tokens'
import { users } from '../../core/server/tables/users'
import type { ApiToken, ApiTokenList, NewApiToken, TokenOrder } from '../schema'
import { refuseForeignScopes } from './held-scopes'
import { readTokens, revoke, storeToken } from './rows'

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
