import 'server-only'
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { sessionUses, endedSessions } from '../tables/users'

/** A session's use is recorded at most this often. */
export const noteEverySeconds = 60

export async function noteSessionUse(db: Database, id: string, expiresAt: Date): Promise<void> {
  await db
    .insert(sessionUses)
    .values({ id, seenAt: sql`now()`, expiresAt })
    .onConflictDoUpdate({ target: sessionUses.id, set: { seenAt: sql`now()` } })
}

export async function forgetSessionUses(db: Database): Promise<void> {
  await db.delete(sessionUses).where(lt(sessionUses.expiresAt, sql`now()`))
}

/** A session ends this long after sign-in, however often its token is renewed. */
export const sessionSeconds = 7 * 24 * 3600

/** Ends one session, so that a copy of its token is no longer accepted. Other sessions continue. */
export async function endSession(db: Database, id: string, expiresAt: Date): Promise<void> {
  await db.insert(endedSessions).values({ id, expiresAt }).onConflictDoNothing()
}

export async function forgetEndedSessions(db: Database): Promise<void> {
  await db.delete(endedSessions).where(lt(endedSessions.expiresAt, sql`now()`))
}
