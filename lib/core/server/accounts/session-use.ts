import 'server-only'
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { sessionUses } from '../tables/users'

/** Use of a session is recorded at most this often. */
export const noteEverySeconds = 60

/** Records that a session was used just now, for its idle limit. */
export async function noteSessionUse(db: Database, id: string, expiresAt: Date): Promise<void> {
  await db
    .insert(sessionUses)
    .values({ id, seenAt: sql`now()`, expiresAt })
    .onConflictDoUpdate({ target: sessionUses.id, set: { seenAt: sql`now()` } })
}

/** Forgets the use of sessions that would be over by now. */
export async function forgetSessionUses(db: Database): Promise<void> {
  await db.delete(sessionUses).where(lt(sessionUses.expiresAt, sql`now()`))
}
