import 'server-only'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ActivityReason } from '../../core/activity-reasons'
import { getTranslator } from '../../core/i18n/server'
import { notify } from '../../core/server/accounts/notices'
import { forgetLinksOf } from '../../core/server/accounts/reset-links'
import { hashOfToken, newToken } from '../../core/server/accounts/secret-token'
import { decrementCounters, incrementCounter, networkOf } from '../../core/server/accounts/sign-in-limits'
import { endSessionsOf, holdSession, lockPerson, type Device } from '../../core/server/accounts/sessions'
import { recordAccess } from '../../core/server/activity/access'
import { config } from '../../core/server/config/config'
import type { AccountContext, SignedIn } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { letter, isMailSetUp, mailTo } from '../../core/server/sending/mail'
import { emailChanges, users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import { engine as theEngine } from '../../db/engine'
import type { EmailChange, EmailChangeState, EmailConfirmed } from '../schema'
import { recordOwn } from './own-account'

/** How long a link confirms a new address. */
const linkMinutes = 30

/** Limits within the window of sign-in-limits.ts: links of a person, and unknown links from a network. */
const limits = { mails: 5, failedLookups: 30 } as const

/**
 * Begins to change the person's own e-mail: mails a link to the new address, which confirms it. Only that mailbox
 * learns whether the address has an account. Without a mail server, the e-mail changes at once.
 * @throws AppError `invalid`, `too_many_attempts`, `unauthenticated`
 */
export async function changeEmail(
  context: AccountContext,
  { email }: EmailChange,
): Promise<EmailChangeState> {
  const { engine, person } = context
  if (email === person.email) throw refusedEmail('email_same')
  if (!(await isMailSetUp(engine.db))) {
    await engine.db.transaction(async (tx) => {
      await holdSession(tx, person)
      await setEmail(tx, { ...person, reason: 'without_mail_server' }, email)
    })
    return { state: 'changed', email, minutes: linkMinutes }
  }
  const count = await incrementCounter(engine.db, `email-change:${person.userId}`)
  if (count > limits.mails) {
    const isRecorded = count === limits.mails + 1
    await recordOwn(engine.db, context, {
      action: 'account.email_change_refused',
      reason: 'limit',
      isRecorded,
    })
    throw new AppError('too_many_attempts')
  }
  const token = newToken()
  const made = {
    tokenHash: hashOfToken(token),
    email,
    expiresAt: sql<Date>`now() + make_interval(mins => ${linkMinutes})`,
  }
  await engine.db.transaction(async (tx) => {
    await holdSession(tx, person)
    await tx
      .insert(emailChanges)
      .values({ userId: person.userId, ...made })
      .onConflictDoUpdate({ target: emailChanges.userId, set: made })
  })
  const { outcome } = await mailTo(engine, [email], letterOf(person.name, token))
  await recordOwn(engine.db, context, { action: 'account.email_change_asked', reason: outcome })
  if (outcome !== 'delivered') throw refusedEmail('email_not_mailed')
  return { state: 'mailed', email, minutes: linkMinutes }
}

function letterOf(name: string, token: string) {
  const t = getTranslator('emailChange.letter')
  return letter({
    subject: t('subject'),
    paragraphs: [t('text', { name }), t('once', { minutes: linkMinutes }), t('unexpected')],
    // The token is in the fragment, which browsers never send.
    link: { url: `${config.get().appUrl}/confirm-email#${token}`, label: t('link') },
  })
}

/**
 * Returns the address that a link confirms. Does not use it up.
 * @throws AppError `not_found`, `too_many_attempts`
 */
export async function lookUpEmailChange(token: string, address: string): Promise<EmailConfirmed> {
  return { email: (await changeOf(theEngine.get().db, token, address)).email }
}

/**
 * Confirms a new address, once. Mails the old one. `person`: the person signed in where the link is opened; that
 * session continues.
 * @throws AppError `not_found`, `too_many_attempts`; `invalid` if the address has an account by now
 */
export async function confirmEmail(
  token: string,
  { device, person }: { device: Device; person: SignedIn | null },
): Promise<EmailConfirmed> {
  const engine = theEngine.get()
  const change = await changeOf(engine.db, token, device.address)
  await engine.db.transaction(async (tx) => {
    await lockPerson(tx, change.userId)
    const [taken] = await tx.delete(emailChanges).where(whereUsable(token)).returning()
    if (!taken) throw new AppError('not_found')
    const { userId, oldEmail, email } = change
    const session = person?.userId === userId ? person.session : undefined
    const by = { userId, email: oldEmail, address: device.address, session, reason: 'by_link' } as const
    await setEmail(tx, by, email)
  })
  await notify(engine, { ...device, userId: change.userId, kind: 'email_changed', to: change.oldEmail })
  return { email: change.email }
}

const whereUsable = (token: string) =>
  and(eq(emailChanges.tokenHash, hashOfToken(token)), gt(emailChanges.expiresAt, sql`now()`))

async function changeOf(db: Database, token: string, address: string) {
  const key = `email-link:${networkOf(address)}`
  const count = await incrementCounter(db, key)
  const [found] =
    count > limits.failedLookups
      ? []
      : await db
          .select({ userId: users.id, oldEmail: users.email, email: emailChanges.email })
          .from(emailChanges)
          .innerJoin(users, eq(users.id, emailChanges.userId))
          .where(and(whereUsable(token), isNull(users.disabledAt)))
  if (found) {
    await decrementCounters(db, [key])
    return found
  }
  const isStopped = count > limits.failedLookups
  const event = { action: 'account.email_change_refused' as const, account: null, userId: null, address }
  const reason = isStopped ? 'limit_of_address' : 'no_such_link'
  // One record per window, however many attempts follow.
  const isRecorded = count === 1 || count === limits.failedLookups + 1
  await recordAccess(db, { ...event, reason, isRecorded })
  throw new AppError(isStopped ? 'too_many_attempts' : 'not_found')
}

type Changed = {
  userId: string
  email: string
  address?: string | undefined
  /** The session that continues. */
  session?: string | undefined
  reason: ActivityReason
}

/**
 * Sets the e-mail. Links that were mailed to the old address no longer work. Ends the person's other sessions, as a new
 * password does, because the address gives access.
 * @throws AppError `invalid` if the address has an account
 */
async function setEmail(
  tx: Database,
  { userId, email: from, address, session, reason }: Changed,
  email: string,
) {
  const [other] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (other) throw refusedEmail('email_taken')
  await tx
    .update(users)
    .set({ email })
    .where(eq(users.id, userId))
    .catch((error: unknown) => {
      throw isDuplicate(error) ? refusedEmail('email_taken') : error
    })
  await forgetLinksOf(tx, userId)
  await endSessionsOf(tx, userId, session)
  const event = { account: from, userId, address: address ?? null, reason }
  await recordAccess(tx, { ...event, action: 'account.email_changed' })
}

/** Whether PostgreSQL refused what another transaction stored at the same moment. */
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { code?: unknown } | undefined)?.code === '23505'

const refusedEmail = (key: 'email_same' | 'email_taken' | 'email_not_mailed') =>
  new AppError('invalid', { errors: { email: [getTranslator('issues')(key)] } })

export async function forgetOldEmailChanges(db: Database): Promise<void> {
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`))
}
