import 'server-only'
import { and, eq, type SQL } from 'drizzle-orm'
import type { NewApiToken, OwnTokenOrder, TokenOrder } from '../api-tokens/schema'
import { makeOwnToken, makeShopToken } from '../api-tokens/server/tokens'
import type { ActorContext } from '../core/server/context'
import { activity } from '../core/server/tables/requests'
import type { TestApplication } from './application'
import { dispatch } from './routes'

/** For tests: creates a token of the context's shop. */
export const shopToken = (context: ActorContext, order: Partial<TokenOrder> = {}): Promise<NewApiToken> =>
  makeShopToken(context, { ...ordered, ...order })

/** For tests: creates a token of the context's person. */
export const ownToken = (context: ActorContext, order: Partial<OwnTokenOrder> = {}): Promise<NewApiToken> =>
  makeOwnToken(
    { engine: context.engine, log: context.log, person: context.actor },
    { ...ordered, shop: context.shop.id, ...order },
  )

const ordered: TokenOrder = { name: 'Shop server', scopes: ['products.read'], days: 30, networks: [] }

/** For tests: the activity of a token, oldest first. */
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

type Call = {
  method?: string
  path?: string
  body?: unknown
  headers?: Record<string, string>
  /** Address of the client, as the front door sees it. */
  from?: string
}

/** For tests: calls of programs with a token. */
export function tokenClient(app: TestApplication) {
  const call = async (
    token: string,
    { method = 'GET', path = '/shops/sandbox/products', body, headers, from = '192.0.2.1' }: Call = {},
  ) => {
    const answer = await fetch(`${app.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'x-counterfoil-peer': from, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const { code } = (await answer.json()) as { code?: string }
    return { status: answer.status, code, headers: answer.headers }
  }
  const saidOf = async (...asked: Parameters<typeof call>) => {
    const { status, code } = await call(...asked)
    return [status, code]
  }
  /** Without a socket, for thousands of them. */
  const attempt = (token: string, from = '192.0.2.1') =>
    dispatch(
      new Request('http://localhost/api/shops/sandbox/products', {
        headers: { authorization: `Bearer ${token}`, 'x-counterfoil-peer': from },
      }),
    )
  return { call, saidOf, attempt }
}

/** For tests: a product with only the required fields. */
export const plainProduct = {
  name: 'Paper',
  description: 'A4',
  currency: 'EUR',
  amount: 500,
  infinite: true,
  immortal: true,
}
