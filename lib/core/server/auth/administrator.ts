import 'server-only'
import { and, eq } from 'drizzle-orm'
import { forbidden } from 'next/navigation'
import type { Database } from '../../../db/database'
import type { AccountContext } from '../context'
import { users } from '../tables/users'
import { accountPageContext } from './access'
import { pageQuery } from './visit'

/** Whether the person may add shops, and change what concerns the whole installation. */
export const isAdministrator = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), eq(users.isAdministrator, true)))) > 0

/** Lets administrators see a page. Redirects who is not signed in, and shows others the page forbidden. */
export async function administratorPageContext(): Promise<AccountContext> {
  const context = await accountPageContext()
  if (!(await pageQuery(() => isAdministrator(context.engine.db, context.person.userId)))) forbidden()
  return context
}
