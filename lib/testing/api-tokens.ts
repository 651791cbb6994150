import 'server-only'
import { and, eq, type SQL } from 'drizzle-orm'
import type { NewApiToken, OwnTokenOrder, TokenOrder } from '../api-tokens/schema'
import { makeOwnToken } from '../api-tokens/server/own-tokens'
import { makeShopToken } from '../api-tokens/server/shop-tokens'
import type { ActorContext } from '../core/server/context'
import { activity } from '../core/server/tables/requests'

/** For tests: makes a token of the context's shop. */
export const shopToken = (context: ActorContext, order: Partial<TokenOrder> = {}): Promise<NewApiToken> =>
  makeShopToken(context, { ...ordered, ...order })

/** For tests: makes a token of the context's person. */
export const ownToken = (context: ActorContext, order: Partial<OwnTokenOrder> = {}): Promise<NewApiToken> =>
  makeOwnToken(
    { engine: context.engine, log: context.log, person: context.actor },
    { ...ordered, shop: context.shop.id, ...order },
  )

const ordered: TokenOrder = { name: 'Shop server', scopes: ['products.read'], days: 30, networks: [] }

/** For tests: what the activity says of a token, oldest first. */
export async function activityOf(
  { engine, shop }: ActorContext,
  id: string,
  ...where: (SQL | undefined)[]
): Promise<(typeof activity.$inferSelect)[]> {
  return engine.db
    .select()
    .from(activity)
    .where(and(eq(activity.shopId, shop.id), eq(activity.subject, id), ...where))
    .orderBy(activity.id)
}
