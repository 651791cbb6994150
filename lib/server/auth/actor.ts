import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { engine } from '../../db/engine'
import { users } from '../tables/users'
import { authOptions } from './options'

export type SignedIn = { userId: string; email: string; name: string }

/**
 * The person behind this request, or null. The session cookie alone is not enough: the person must exist,
 * be enabled, and the session must be of the current version.
 */
export async function signedIn(): Promise<SignedIn | null> {
  const session = await getServerSession(authOptions())
  if (!session?.user.id) return null
  const [user] = await engine
    .get()
    .db.select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, session.user.id),
        eq(users.sessionVersion, session.user.version),
        isNull(users.disabledAt),
      ),
    )
  return user ?? null
}
