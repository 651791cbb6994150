import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { ActivityReason } from '../../activity-reasons'
import { recordAccess } from '../activity/access'
import { revokeTokens, wherePersonal } from '../api-tokens/revoke'
import { factors, recoveryCodes } from '../tables/factors'
import { passwordResets, pendingIdentities, users } from '../tables/users'
import { forgetLinksOf } from './reset-links'
import { endSessionsOf } from './sessions'

type Person = { userId: string; email: string; address: string }
type Ending = {
  /** The hash of a random password. It replaces the person's password, so that nobody can sign in with one. */
  passwordHash: string
  reason: ActivityReason
}

/**
 * Ends every way into an account, for a person who may not be who used it so far: the password, second factors,
 * sessions, trusted browsers, links, open invitations, and the API tokens that the account made for itself. Keeps roles
 * and links to OpenID providers. Returns the account.
 */
export async function endEarlierAccess(
  tx: Database,
  person: Person,
  { passwordHash, reason }: Ending,
): Promise<typeof users.$inferSelect> {
  const { userId, email, address } = person
  const [user] = await tx
    .update(users)
    .set({ passwordHash, mustChangePassword: false, sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, userId))
    .returning()
  if (!user) throw new Error('no such account')
  await endSessionsOf(tx, userId)
  await forgetLinksOf(tx, userId)
  await tx.delete(passwordResets).where(eq(passwordResets.createdBy, userId))
  await tx.execute(sql`UPDATE invitations SET revoked_at = now()
    WHERE created_by = ${userId} AND accepted_at IS NULL AND revoked_at IS NULL`)
  await tx.delete(pendingIdentities).where(eq(pendingIdentities.userId, userId))
  const removed = await tx.delete(factors).where(eq(factors.userId, userId)).returning({ id: factors.id })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  if (removed.length > 0)
    await recordAccess(tx, { action: 'factor.removed', account: email, userId, address, reason })
  await revokeTokens(tx, person, wherePersonal(userId))
  return user
}
