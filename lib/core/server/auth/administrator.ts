import 'server-only'
import { and, eq } from 'drizzle-orm'
import { forbidden, redirect } from 'next/navigation'
import { engine } from '../../../db/engine'
import { recordRefusal } from '../activity/access'
import type { AccountContext } from '../context'
import { users } from '../tables/users'
import { AppError } from '../errors'
import { accountPageContext, leadingBack } from './access'
import { requireFactor } from './factor-rule'
import type { SignedIn } from './actor'
import { pageQuery } from './visit'

/** Whether the person may add shops, and change what concerns the whole installation. */
export const isAdministrator = async (userId: string): Promise<boolean> =>
  (await engine.get().db.$count(users, and(eq(users.id, userId), eq(users.isAdministrator, true)))) > 0

/** Records that a person was refused what concerns the whole installation. */
export const refusedAdministrator = (person: SignedIn): Promise<void> =>
  recordRefusal(engine.get().db, person, { shopId: null, reason: 'administrator' })

/** Lets administrators see a page. Redirects who is not signed in, and shows others the page forbidden. */
export async function administratorPageContext(): Promise<AccountContext> {
  const context = await accountPageContext()
  if (!(await pageQuery(() => isAdministrator(context.person.userId)))) {
    await refusedAdministrator(context.person)
    forbidden()
  }
  try {
    requireFactor(context.person)
  } catch (error) {
    if (error instanceof AppError && error.code === 'factor_needed')
      redirect(await leadingBack('/second-factor'))
    throw error
  }
  return context
}
