import 'server-only'
import { eq, sql, and, isNull } from 'drizzle-orm'
import type { ActivityReason } from '../../core/activity-reasons'
import { refuseWeakPassword } from '../../core/server/accounts/new-password'
import { hashPassword } from '../../core/server/accounts/passwords'
import { notify } from '../../core/server/accounts/notices'
import {
  accountOfReset,
  takeReset,
  forgetEarlierMailed,
  makeResetLink,
  resetMinutes,
} from '../../core/server/accounts/reset-links'
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
import { engine as theEngine, type Engine } from '../../db/engine'
import { getTranslator } from '../../core/i18n/server'
import { localeFor } from '../../core/i18n/current'
import { isMailOver } from '../../core/server/sending/attempt'
import { letter, isMailSetUp, mailTo } from '../../core/server/sending/mail'
import type { PasswordReset, ResetAccount, ResetRequest } from '../schema'

/** Requests within the window of sign-in-limits.ts, from one network and for one account. */
const limits = { address: 20, account: 3 } as const

/** Whether a link can be mailed. */
export const mayAskForReset = (): Promise<boolean> => isMailSetUp(theEngine.get().db)

const queue = 'account.mail-reset'
type Data = { userId: string | null; address: string }

/**
 * Mails a link for a new password to an account. Neither the answer nor its duration reveals whether the account
 * exists: a queue sends the mail and records it.
 * @throws AppError `not_found` without a mail server; `too_many_attempts` from one network
 */
export async function askForReset({ email }: ResetRequest, address: string): Promise<{ is_asked: true }> {
  const engine = theEngine.get()
  const { db, queues } = engine
  if (!(await mayAskForReset())) throw new AppError('not_found')
  const addressCount = await incrementCounter(db, `reset-address:${networkOf(address)}`)
  if (addressCount > limits.address) {
    const isRecorded = addressCount === limits.address + 1
    const event = { action: 'password_reset.throttled', account: null, userId: null, address } as const
    await recordAccess(db, { ...event, reason: 'limit_of_address', isByAccount: false, isRecorded })
    throw new AppError('too_many_attempts')
  }
  const accountCount = await incrementCounter(db, `reset-account:${email}`)
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.disabledAt)))
  const data: Data = { userId: accountCount > limits.account ? null : (user?.id ?? null), address }
  await queues.send(queue, data)
  return { is_asked: true }
}

/** A restart in between loses no mail: the queue runs it again, and creates a new link. */
export const startResetMails = (engine: Engine): Promise<void> =>
  engine.queues.define<Data>(queue, (data) => mailReset(engine, data), { atOnce: 2, retries: 8 })

/** Rejects unless the mail is over (sending/attempt.ts), so that it is tried again. */
async function mailReset(engine: Engine, { userId, address }: Data): Promise<void> {
  const { db } = engine
  const event = { action: 'password_reset.asked', isByAccount: false, address } as const
  const made = userId ? await makeLinkFor(db, userId) : null
  if (!made)
    return recordAccess(db, { ...event, account: null, userId, reason: 'not_mailed', isRecorded: false })
  const { user, url, tokenHash } = made
  const t = getTranslator('passwordReset.letter', localeFor(user.locale))
  const message = letter({
    subject: t('subject'),
    paragraphs: [t('text', { name: user.name }), t('once', { minutes: resetMinutes }), t('unexpected')],
    link: { url, label: t('link') },
  })
  const { outcome, status } = await mailTo(engine, [user.email], message)
  // If the mail fails, the link mailed before stays valid.
  if (outcome === 'delivered') await forgetEarlierMailed(db, user.id, tokenHash)
  const isOver = isMailOver({ outcome, status })
  // One record per window for a mail that is retried.
  const isRecorded = isOver || (await incrementCounter(db, `reset-mail:${user.id} ${outcome}`)) === 1
  await recordAccess(db, { ...event, account: user.email, userId: user.id, reason: outcome, isRecorded })
  if (!isOver) throw new Error(`a link was not mailed: ${outcome}`)
}

/** Locks the person: a change of their e-mail waits, and then deletes a link that goes to the old one. */
async function makeLinkFor(db: Database, userId: string) {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
    return user ? { user, ...(await makeResetLink(tx, { userId, createdBy: null })) } : null
  })
}

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
