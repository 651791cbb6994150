import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { normalEmail } from '../../account-email'
import type { Database } from '../../../db/database'
import { recordActivity } from '../activity/record'
import { memberships, users } from '../tables/users'
import { hashPassword } from './passwords'
import { forgetFailures } from './sign-in-limits'

/**
 * Gives a person another password, made up here: for who keeps the server, where somebody forgot theirs. Ends all their
 * sessions and what was counted against their account; noted in each of their shops. Null where nobody signs in so.
 */
export async function resetPassword(
  db: Database,
  email: string,
): Promise<{ email: string; password: string } | null> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ passwordHash, sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(and(eq(users.email, normalEmail(email)), isNull(users.disabledAt)))
      .returning({ id: users.id, email: users.email })
    if (!user) return null
    // Failed attempts before the reset would otherwise block sign-in for a quarter of an hour.
    await forgetFailures(tx, user.email)
    const theirs = await tx
      .select({ id: memberships.shopId })
      .from(memberships)
      .where(eq(memberships.userId, user.id))
    for (const shop of theirs)
      await recordActivity(tx, { shop, actor: null }, { action: 'person.password_reset', subject: user.id })
    return { email: user.email, password }
  })
}
