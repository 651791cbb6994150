import 'server-only'
import type pino from 'pino'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { forbidden, notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import type { ActivityReason } from '../../activity-reasons'
import { mayInShop, type Permission } from '../../permissions'
import { getTranslator } from '../../i18n/server'
import { engine } from '../../../db/engine'
import { isStorable } from '../../../gateway/values/storable'
import { recordRefusal } from '../activity/access'
import type { AccountContext, ActorContext } from '../context'
import { AppError } from '../errors'
import { chooseLocale } from '../../i18n/current'
import { correlatedLog } from '../log/log'
import { loadShopOf } from '../shop/load'
import { memberships } from '../tables/users'
import { signedIn, type SignedIn } from './actor'
import { requireFactor } from './requirements'
import { visitedHeader } from '../pages/proxy-request'
import { pageQuery } from './visit'

/**
 * Checks a permission in a shop. The one check for handlers and pages.
 * @throws AppError `not_found` if the person does not belong to the shop (its existence is a secret),
 * `forbidden` if the role lacks the permission, `password_change_needed`, `factor_needed`.
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
    throw new AppError('not_found', { detail: getTranslator('errors')('unknownShop') })
  }
  if (person.mustChangePassword) throw new AppError('password_change_needed')
  const { shop, rights } = found
  const factorDueIn = requireFactor(person, found.factorDueIn)
  if (!mayInShop(shop, rights, permission)) {
    await refused(person, shop.id, permission)
    throw new AppError('forbidden')
  }
  const log = logger.child({ shop: shop.id })
  return { engine: engine.get(), shop, log, actor: { ...person, ...rights }, factorDueIn }
}

/** The address of a page that leads back to the visited one. */
export async function withReturnAddress(
  page: '/sign-in' | '/new-password' | '/second-factor',
): Promise<Route> {
  const visited = (await headers()).get(visitedHeader)
  return visited ? `${page}?callbackUrl=${encodeURIComponent(visited)}` : page
}

/** Records a refusal of a person in a shop. */
export const refused = (person: SignedIn, shopId: string, reason: ActivityReason): Promise<void> =>
  recordRefusal(engine.get().db, person, { shopId, reason })

async function isDisabledIn(shopId: string, userId: string): Promise<boolean> {
  const whereMembership = and(eq(memberships.shopId, shopId), eq(memberships.userId, userId))
  return (
    (await engine.get().db.$count(memberships, and(whereMembership, isNotNull(memberships.disabledAt)))) > 0
  )
}

/** Returns the visitor of a page, or null; queries once per visit. The page is in the language that they chose. */
export const visitor = cache(async (): Promise<SignedIn | null> => {
  const person = await signedIn()
  chooseLocale(person?.locale)
  return person
})

/** Checks a permission for a page, once per visit. Redirects to sign-in, or shows the page not-found or forbidden. */
export const pageContext = cache((shopId: string, permission: Permission): Promise<ActorContext> =>
  pageQuery(async () => {
    const person = await visitor()
    if (!person) redirect(await withReturnAddress('/sign-in'))
    try {
      return await authorise(person, shopId, permission, correlatedLog())
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') notFound()
      if (error instanceof AppError && error.code === 'forbidden') forbidden()
      if (error instanceof AppError && error.code === 'password_change_needed')
        redirect(await withReturnAddress('/new-password'))
      if (error instanceof AppError && error.code === 'factor_needed')
        redirect(await withReturnAddress('/second-factor'))
      throw error
    }
  }),
)

/** The context of a page about one's own account. Redirects to sign-in, or to the password that must be changed. */
export async function accountPageContext(): Promise<AccountContext> {
  const person = await pageQuery(visitor)
  if (!person) redirect(await withReturnAddress('/sign-in'))
  if (person.mustChangePassword) redirect(await withReturnAddress('/new-password'))
  return { engine: engine.get(), person, log: correlatedLog() }
}
