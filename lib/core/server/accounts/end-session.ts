import 'server-only'
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { endedSessions } from '../tables/users'

/** A session ends this long after sign-in, however often its token is made anew. */
export const sessionSeconds = 7 * 24 * 3600

/** Ends one session: a copy of its token is no longer accepted. Other sessions continue. */
export async function endSession(db: Database, id: string, expiresAt: Date): Promise<void> {
  await db.insert(endedSessions).values({ id, expiresAt }).onConflictDoNothing()
}

/** Forgets sessions that would be over by now. */
export async function forgetEndedSessions(db: Database): Promise<void> {
  await db.delete(endedSessions).where(lt(endedSessions.expiresAt, sql`now()`))
}
