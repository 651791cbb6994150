import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { mayInShop, type Permission } from '../../permissions'
import type { Database } from '../../../db/database'
import { whereSession } from '../accounts/sessions'
import { actorOfToken } from '../api-tokens/load'
import type { AccountContext, Actor, ActorContext } from '../context'
import { AppError } from '../errors'
import { loadShopOf } from '../shop/load'
import { sessions } from '../tables/users'
import { isAdministrator } from './administrator'

/** How often the access to a file is asked for again, in ms. */
const everyMs = 1_000

/**
 * Returns a function that asks again whether a request's actor may still do something in the shop, and whether their
 * session or token is still there. For files and live events: their owner may lose access, or sign out everywhere,
 * before the end.
 * @throws AppError `forbidden`, `unauthenticated`, `token_revoked`, `token_expired`, `factor_needed`
 */
export function accessAgain({ engine: { db }, shop, actor }: ActorContext, permission: Permission) {
  const requireSession = sessionAgain(db, actor)
  return nowAndThen(async () => {
    await requireSession()
    const found = actor.apiToken
      ? { shop, rights: await actorOfToken(db, { shopId: shop.id, id: actor.apiToken }) }
      : await loadShopOf(db, shop.id, actor.userId)
    if (!found || !mayInShop(found.shop, found.rights, permission)) throw new AppError('forbidden')
  })
}

/** The same for what concerns the whole installation. */
export function administratorAgain({ engine: { db }, person }: AccountContext) {
  const requireSession = sessionAgain(db, person)
  return nowAndThen(async () => {
    await requireSession()
    if (!(await isAdministrator(person.userId))) throw new AppError('forbidden')
  })
}

function nowAndThen(ask: () => Promise<void>): () => Promise<void> {
  let askedAt = performance.now()
  return async () => {
    if (performance.now() - askedAt < everyMs) return
    await ask()
    askedAt = performance.now()
  }
}

/** A proof gives the session another ID, but it begins only once. */
function sessionAgain(db: Database, { userId, session }: Pick<Actor, 'userId' | 'session'>) {
  const began = sql<string>`${sessions.beganAt}::text`
  let beganAt: string | undefined
  return async () => {
    if (session === undefined) return
    const whereSame = beganAt === undefined ? whereSession(session) : eq(began, beganAt)
    const [found] = await db
      .select({ began })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), whereSame))
    if (!found) throw new AppError('unauthenticated')
    beganAt = found.began
  }
}
