import 'server-only'
import { and, eq, isNull, notExists } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { engine } from '../../db/engine'
import { endedSessions, users } from '../tables/users'
import { authOptions } from './options'

export type SignedIn = { userId: string; email: string; name: string }

/**
 * The person behind this request, or null. The session cookie alone is not enough: the person must exist,
 * be enabled, and the session must be of the current version and neither signed out nor over.
 */
export async function signedIn(): Promise<SignedIn | null> {
  const session = await getServerSession(authOptions())
  if (!session?.user.id || !session.id || session.endsAt <= Date.now()) return null
  const { db } = engine.get()
  const ended = db
    .select({ id: endedSessions.id })
    .from(endedSessions)
    .where(eq(endedSessions.id, session.id))
  const [user] = await db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, session.user.id),
        eq(users.sessionVersion, session.user.version),
        isNull(users.disabledAt),
        notExists(ended),
      ),
    )
  return user ?? null
}
