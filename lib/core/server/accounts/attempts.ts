import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { signInFailures } from '../tables/users'

/** Attempts are counted in windows of so many minutes, in the database, so that a restart forgives nothing. */
const windowMinutes = 15

/** Adds one to a counter, starting it anew where its window ended, and returns the new count. */
export async function countAttempt(db: Database, key: string): Promise<number> {
  const [row] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, windowEndsAt: sql`now() + make_interval(mins => ${windowMinutes})` })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`CASE WHEN ${signInFailures.windowEndsAt} < now() THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${signInFailures.windowEndsAt} < now() THEN excluded.window_ends_at ELSE ${signInFailures.windowEndsAt} END`,
      },
    })
    .returning({ failures: signInFailures.failures })
  return row?.failures ?? 0
}

/** What was counted was no failure. */
export async function takeBack(db: Database, keys: string[]): Promise<void> {
  for (const key of keys) {
    await db
      .update(signInFailures)
      .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
      .where(eq(signInFailures.key, key))
  }
}

/** Forgets windows that ended, so that the table stays as small as the trouble is. */
export async function forgetOldFailures(db: Database): Promise<void> {
  await db.delete(signInFailures).where(sql`${signInFailures.windowEndsAt} < now()`)
}
