import 'server-only'
import { inArray } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { users } from '../tables/users'

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
