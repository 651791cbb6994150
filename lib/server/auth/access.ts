import 'server-only'
import type pino from 'pino'
import { forbidden, notFound, redirect } from 'next/navigation'
import { mayIn, type Permission } from '../../contracts/permissions'
import { engine } from '../../db/engine'
import { isStorable } from '../../gateway/values'
import type { ActorContext } from '../context'
import { AppError } from '../errors'
import { correlatedLog } from '../log'
import { loadShopOf } from '../shops/load'
import { signedIn, type SignedIn } from './actor'
import { pageQuery } from './page-query'

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
  if (!found) throw new AppError('not_found')
  const { shop, role } = found
  if (!mayIn(shop, role, permission)) throw new AppError('forbidden')
  return { engine: engine.get(), shop, log: logger.child({ shop: shop.id }), actor: { ...person, role } }
}

/** For pages: the same check, with a redirect to sign-in and the pages not-found and forbidden as its answers. */
export async function pageContext(shopId: string, permission: Permission): Promise<ActorContext> {
  return pageQuery(async () => {
    const person = await signedIn()
    if (!person) redirect('/sign-in')
    try {
      return await authorise(person, shopId, permission, correlatedLog())
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      if (error instanceof AppError && error.code === 'forbidden') forbidden()
      throw error
    }
  })
}
