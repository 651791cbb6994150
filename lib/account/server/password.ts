import 'server-only'
import { eq } from 'drizzle-orm'
import { refuseWeakPassword } from '../../core/server/accounts/new-password'
import { hashPassword } from '../../core/server/accounts/passwords'
import { forgetLinksOf } from '../../core/server/accounts/reset-links'
import { endSessionsOf, renewSession } from '../../core/server/accounts/sessions'
import { hasFactor } from '../../core/server/accounts/second-factor'
import { renewedCookie } from '../../core/server/auth/visit'
import { getTranslator } from '../../core/i18n/server'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import type { SetCookie } from '../../core/server/route/account-route'
import { users } from '../../core/server/tables/users'
import type { PasswordChange, PasswordChanged } from '../schema'
import { notifyOwn, recordOwn } from './own-account'
import { checkOwnPassword } from './proof'

/**
 * Changes the person's own password, which ends their other sessions and links for a new password. This session gets a
 * new token.
 * @throws AppError `invalid`, `too_many_attempts`, `unauthenticated`
 */
export async function changePassword(
  context: AccountContext,
  { current, password }: PasswordChange,
  setCookie: SetCookie,
): Promise<PasswordChanged> {
  const { engine, person } = context
  await checkOwnPassword(context, current, 'current')
  if (password === current)
    throw new AppError('invalid', { errors: { password: [getTranslator('issues')('password_same')] } })
  await refuseWeakPassword(password, person)
  const passwordHash = await hashPassword(password)
  const changed = await engine.db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash, mustChangePassword: false }).where(eq(users.id, person.userId))
    await forgetLinksOf(tx, person.userId)
    const ended = await endSessionsOf(tx, person.userId, person.session)
    // With a second factor, the password alone proves nothing.
    const isProven = !(await hasFactor(tx, person.userId))
    const renewed = person.session ? await renewSession(tx, person.session, { isProven }) : null
    await recordOwn(tx, context, { action: 'account.password_changed', reason: 'by_owner' })
    return { ended, renewed }
  })
  if (changed.renewed) setCookie(await renewedCookie(person, changed.renewed))
  await notifyOwn(context, 'password_changed')
  return { ended_sessions: changed.ended }
}
