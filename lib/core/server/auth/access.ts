import 'server-only'
import type pino from 'pino'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { mayIn, type Permission } from '../../permissions'
import { engine } from '../../../db/engine'
import { isStorable } from '../../../gateway/values'
import { recordRefusal } from '../activity/access'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { correlatedLog } from '../log'
import { loadShopOf } from '../shop/load'
import { memberships } from '../tables/users'
import { signedIn, type SignedIn } from './actor'
import { pageQuery, visitedHeader } from './visit'

/**
 * Checks a permission in a shop. The one check for handlers and pages.
 * @throws AppError `not_found` if the person does not belong to the shop (its existence is a secret),
 * `forbidden` if the role lacks the permission.
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

async function signInAddress(): Promise<Route> {
  const visited = (await headers()).get(visitedHeader)
  return visited ? `/sign-in?callbackUrl=${encodeURIComponent(visited)}` : '/sign-in'
}

/** Records that a person was refused in a shop. */
export const refused = (person: SignedIn, shopId: string, reason: string): Promise<void> =>
  recordRefusal(engine.get().db, person, { shopId, reason })

async function isDisabledIn(shopId: string, userId: string): Promise<boolean> {
  const isTheirs = and(eq(memberships.shopId, shopId), eq(memberships.userId, userId))
  return (await engine.get().db.$count(memberships, and(isTheirs, isNotNull(memberships.disabledAt)))) > 0
}

/** Checks a permission for a page. Redirects to sign-in, or shows the page not-found or forbidden. */
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
