import 'server-only'
import { and, eq, isNull, lt, ne, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { v4 as uuidv4 } from 'uuid'
import type { Database } from '../../../db/database'
import type { AccountContext } from '../context'
import { config } from '../config/config'
import { AppError } from '../errors'
import { secondsFromNow } from '../sql'
import { emailChanges, sessions, users } from '../tables/users'
import { forgetTrustedBrowsers } from './second-factor'

/** A session's use is recorded at most this often. */
export const noteEverySeconds = 60

/** A session ends this long after sign-in, however often its token is renewed. */
export const sessionSeconds = 7 * 24 * 3600

/** How long the ID from before a proof still counts, for requests under way and other tabs. */
const graceSeconds = 30

/** The session that has this ID, or had it before its last proof. A request may have begun before the proof. */
export const whereSession = (id: string) => or(eq(sessions.id, id), eq(sessions.previousId, id))

export const whereOtherSession = (id: string) =>
  and(ne(sessions.id, id), or(isNull(sessions.previousId), ne(sessions.previousId, id)))

/** Where a request comes from. */
export type Device = { address: string; userAgent: string }

const maxUserAgent = 400

const columnsOf = ({ address, userAgent }: Device) => ({
  address,
  userAgent: userAgent.slice(0, maxUserAgent),
})

export type NewSession = { session: string; endsAt: number }

type How = {
  /** The OpenID provider by which they signed in. */
  provider?: string | undefined
  /** By what they signed in. */
  given?: GivenLogin | undefined
}
/** The e-mail and the password's hash that a sign-in was checked against. */
export type GivenLogin = Pick<typeof users.$inferSelect, 'email' | 'passwordHash'>

/** @throws AppError `unauthenticated` if `given` was changed meanwhile, which ended all sessions */
export async function beginSession(
  db: Database,
  userId: string,
  device: Device,
  { provider, given }: How = {},
): Promise<NewSession> {
  const session = uuidv4()
  const expiresAt = new Date(Date.now() + sessionSeconds * 1000)
  await db.transaction(async (tx) => {
    if (given) await requireUnchanged(tx, userId, given)
    await tx.insert(sessions).values({ id: session, userId, expiresAt, provider, ...columnsOf(device) })
  })
  return { session, endsAt: expiresAt.valueOf() }
}

/** The lock makes a change wait, so that it finds the new session. */
async function requireUnchanged(tx: Database, userId: string, given: GivenLogin): Promise<void> {
  const { email, passwordHash } = given
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email), eq(users.passwordHash, passwordHash)))
    .for('share')
  if (!user) throw new AppError('unauthenticated')
}

/**
 * SQL for whether something happened before the database's clock was put back: it is over a minute ahead. The minute
 * leaves room for long transactions, whose `now()` is when they began.
 */
export const whereAhead = (at: SQLWrapper): SQL => sql`(${at} > ${secondsFromNow(60)})`

export async function noteSessionUse(db: Database, id: string, device: Device): Promise<void> {
  await db
    .update(sessions)
    .set({ seenAt: sql`now()`, ...columnsOf(device) })
    .where(whereSession(id))
}

/**
 * Gives a session another ID, so that earlier tokens end. `isProven`: the person has confirmed their identity again.
 * @throws AppError `unauthenticated` if the session has ended
 */
export async function renewSession(
  db: Database,
  id: string,
  { isProven }: { isProven: boolean },
): Promise<NewSession> {
  const session = uuidv4()
  const [renewed] = await db
    .update(sessions)
    .set({
      id: session,
      previousId: sql`${sessions.id}`,
      previousUntil: sql`now() + make_interval(secs => ${graceSeconds})`,
      ...(isProven && { provenAt: sql`now()` }),
    })
    .where(whereSession(id))
    .returning({ expiresAt: sessions.expiresAt })
  if (!renewed) throw new AppError('unauthenticated')
  return { session, endsAt: renewed.expiresAt.valueOf() }
}

/** Locks a person's row until the transaction ends. Lock it before their sessions and their links. */
export const lockPerson = (tx: Database, userId: string) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')

/**
 * Locks a person and the session of their request. Another transaction that ends the session waits until this one has
 * committed.
 * @throws AppError `unauthenticated` if it has ended since the request was let in
 */
export async function holdSession(
  tx: Database,
  { userId, session }: Pick<AccountContext['person'], 'userId' | 'session'>,
): Promise<void> {
  await lockPerson(tx, userId)
  if (session === undefined) return
  const [held] = await tx.select({ id: sessions.id }).from(sessions).where(whereSession(session)).for('share')
  if (!held) throw new AppError('unauthenticated')
}

/** Ends one session, so that its token is no longer accepted. Returns whether there was one. */
export async function endSession(db: Database, id: string, userId?: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(whereSession(id), userId === undefined ? undefined : eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/**
 * Ends all sessions of a person, except one if named, the trust in their browsers, and the link that would change their
 * e-mail: who was in the account may have asked for it. Returns how many sessions.
 */
export async function endSessionsOf(db: Database, userId: string, except?: string): Promise<number> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === undefined ? undefined : whereOtherSession(except)))
    .returning({ id: sessions.id })
  await forgetTrustedBrowsers(db, userId)
  await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
  return ended.length
}

/** A use from before the clock was put back counts as now, so that the session ends when it is no longer used. */
export async function forgetOldSessions(db: Database): Promise<void> {
  const idle = sql`now() - make_interval(secs => ${config.get().sessionIdleSeconds})`
  await db.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.seenAt, idle)))
  await db
    .update(sessions)
    .set({ seenAt: sql`now()` })
    .where(whereAhead(sessions.seenAt))
}
