import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { ActivityReason } from '../../core/activity-reasons'
import { refuseWeakPassword } from '../../core/server/accounts/new-password'
import { hashPassword } from '../../core/server/accounts/passwords'
import { notify } from '../../core/server/accounts/notices'
import { accountOfReset, takeReset } from '../../core/server/accounts/reset-links'
import { endSessionsOf } from '../../core/server/accounts/sessions'
import {
  decrementCounters,
  forgetFailures,
  incrementCounter,
  networkOf,
} from '../../core/server/accounts/sign-in-limits'
import { recordAccess } from '../../core/server/activity/access'
import { AppError } from '../../core/server/errors'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import type { PasswordReset, ResetAccount } from '../schema'

/** Unknown links from one network, within the window of sign-in-limits.ts. */
const maxFailedLookups = 30

/**
 * Returns whose password a link sets, for the page that the link opens. Does not use it up.
 * @throws AppError `not_found` if it was used, replaced, has expired or never was; `too_many_attempts`
 */
export async function lookUpReset(token: string, address: string): Promise<ResetAccount> {
  const { email, name } = await accountOf(theEngine.get().db, token, address)
  return { email, name }
}

async function accountOf(db: Database, token: string, address: string) {
  const key = `reset-link:${networkOf(address)}`
  const count = await incrementCounter(db, key)
  const account = count > maxFailedLookups ? null : await accountOfReset(db, token)
  if (account) {
    await decrementCounters(db, [key])
    return account
  }
  const reason = count > maxFailedLookups ? 'limit_of_address' : 'no_such_link'
  const event = { action: 'password_reset.refused', account: null, userId: null, address, reason } as const
  // One record per window, however many attempts follow.
  await recordAccess(db, { ...event, isRecorded: count === 1 || count === maxFailedLookups + 1 })
  throw new AppError(count > maxFailedLookups ? 'too_many_attempts' : 'not_found')
}

/**
 * Sets a new password by a link, which works once. Ends all sessions of the person and lifts the limits on their
 * sign-in. A second factor stays, so a link alone is not enough to sign in.
 * @throws AppError `not_found`, `too_many_attempts`; `invalid` for a weak password, after which the link still works
 */
export async function setPasswordByLink(
  { token, password }: PasswordReset,
  address: string,
): Promise<{ is_set: true }> {
  const engine = theEngine.get()
  const { db } = engine
  const user = await accountOf(db, token, address)
  await refuseWeakPassword(password, user)
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const taken = await takeReset(tx, token)
    if (!taken) throw new AppError('not_found')
    await tx
      .update(users)
      .set({ passwordHash, mustChangePassword: false, sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, user.id))
    await endSessionsOf(tx, user.id)
    await forgetFailures(tx, user.email)
    const reasonWithoutMaker = taken.byOperator ? 'link_of_operator' : 'mailed_link'
    const reason: ActivityReason = taken.createdBy === null ? reasonWithoutMaker : 'link_handed_over'
    const event = { account: user.email, userId: user.id, address, reason }
    await recordAccess(tx, { action: 'account.password_reset', ...event })
  })
  await notify(engine, { kind: 'password_changed', userId: user.id, address })
  return { is_set: true }
}
