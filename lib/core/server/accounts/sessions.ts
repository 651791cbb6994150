import 'server-only'
import { lt, sql, inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { sessionUses, endedSessions, users } from '../tables/users'

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

/** Returns people's names by ID, or their e-mail addresses where they have no name. */
export async function namesOf(db: Database, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(inArray(users.id, wanted))
  return new Map(rows.map(({ id, name, email }) => [id, name || email]))
}
