import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { forbidden, redirect } from 'next/navigation'
import { engine } from '../../../db/engine'
import { recordRefusal } from '../activity/access'
import type { AccountContext } from '../context'
import { installation } from '../tables/installation'
import { shops } from '../tables/shops'
import { memberships, users } from '../tables/users'
import { AppError } from '../errors'
import { accountPageContext, withReturnAddress } from './access'
import { requireFactor } from './requirements'
import type { SignedIn } from './actor'
import { pageQuery } from './visit'

/** Whether the person may change what concerns the whole installation. */
export const isAdministrator = async (userId: string): Promise<boolean> =>
  (await engine.get().db.$count(users, and(eq(users.id, userId), eq(users.isAdministrator, true)))) > 0

/** Whether the person may add shops: an administrator, or an owner of any shop if the installation lets them. */
export async function mayAddShops(userId: string): Promise<boolean> {
  if (await isAdministrator(userId)) return true
  const { db } = engine.get()
  const whereOwner = and(
    eq(memberships.userId, userId),
    eq(memberships.role, 'owner'),
    isNull(memberships.disabledAt),
    isNull(shops.deletedAt),
  )
  const [owned] = await db
    .select({ adders: installation.shopAdders })
    .from(memberships)
    .innerJoin(shops, eq(shops.id, memberships.shopId))
    .innerJoin(installation, eq(installation.id, 1))
    .where(whereOwner)
    .limit(1)
  return owned?.adders === 'owners'
}

/** Records a refusal of what concerns the whole installation. */
export const refusedAdministrator = (person: SignedIn): Promise<void> =>
  recordRefusal(engine.get().db, person, { shopId: null, reason: 'administrator' })

/** Lets administrators see a page. Redirects visitors who are not signed in, and shows others the page forbidden. */
export const administratorPageContext = (): Promise<AccountContext> => pageContextOf(isAdministrator)

/** The same for the page on which shops are added. */
export const adderPageContext = (): Promise<AccountContext> => pageContextOf(mayAddShops)

async function pageContextOf(may: (userId: string) => Promise<boolean>): Promise<AccountContext> {
  const context = await accountPageContext()
  if (!(await pageQuery(() => may(context.person.userId)))) {
    await refusedAdministrator(context.person)
    forbidden()
  }
  try {
    requireFactor(context.person)
  } catch (error) {
    if (error instanceof AppError && error.code === 'factor_needed')
      redirect(await withReturnAddress('/second-factor'))
    throw error
  }
  return context
}
