import 'server-only'
import type pino from 'pino'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { mayIn, type Permission } from '../../permissions'
import { engine } from '../../../db/engine'
import { isStorable } from '../../../gateway/values'
import { noteRefusal } from '../activity/access'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { correlatedLog } from '../log'
import { loadShopOf } from '../shop/load'
import { memberships } from '../tables/users'
import { signedIn, type SignedIn } from './actor'
import { pageQuery, visitedHeader } from './visit'

/**
 * The one check of who may do what in a shop, for handlers and pages alike.
 * @throws AppError `not_found` where the person has no part in the shop (that it exists is a secret),
 *   `forbidden` where the role lacks the permission.
 */
export async function authorise(
  person: SignedIn,
  shopId: string,
  permission: Permission,
  logger: pino.Logger,
): Promise<ActorContext> {
  if (!isStorable(shopId)) throw new AppError('not_found')
  const found = await loadShopOf(engine.get().db, shopId, person.userId)
  if (!found) {
    if (await isDisabledIn(shopId, person.userId)) await refused(person, shopId, 'disabled')
    throw new AppError('not_found')
  }
  const { shop, role } = found
  if (!mayIn(shop, role, permission)) {
    await refused(person, shop.id, permission)
    throw new AppError('forbidden')
  }
  return { engine: engine.get(), shop, log: logger.child({ shop: shop.id }), actor: { ...person, role } }
}

/** Sign-in, and from there back to the page that was visited. */
async function signInAddress(): Promise<Route> {
  const visited = (await headers()).get(visitedHeader)
  return visited ? `/sign-in?callbackUrl=${encodeURIComponent(visited)}` : '/sign-in'
}

/** Notes that somebody may not do something in a shop. */
export const refused = (person: SignedIn, shopId: string, reason: string): Promise<void> =>
  noteRefusal(engine.get().db, person, { shopId, reason })

async function isDisabledIn(shopId: string, userId: string): Promise<boolean> {
  const isTheirs = and(eq(memberships.shopId, shopId), eq(memberships.userId, userId))
  return (await engine.get().db.$count(memberships, and(isTheirs, isNotNull(memberships.disabledAt)))) > 0
}

/** For pages: the same check, with a redirect to sign-in and the pages not-found and forbidden as its answers. */
export async function pageContext(shopId: string, permission: Permission): Promise<ActorContext> {
  return pageQuery(async () => {
    const person = await signedIn()
    if (!person) redirect(await signInAddress())
    try {
      return await authorise(person, shopId, permission, correlatedLog())
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      if (error instanceof AppError && error.code === 'forbidden') forbidden()
      throw error
    }
  })
}
