import 'server-only'
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { engine } from '../../db/engine'
import { prepared } from '../../db/prepared'
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
  const { id, version } = session.user
  const [user] = await userOf(engine.get().db).execute({ id, version, session: session.id })
  return user ?? null
}

const userOf = prepared((db) => {
  const ended = db
    .select({ id: endedSessions.id })
    .from(endedSessions)
    .where(eq(endedSessions.id, sql.placeholder('session')))
  return db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, sql.placeholder('id')),
        eq(users.sessionVersion, sql.placeholder('version')),
        isNull(users.disabledAt),
        notExists(ended),
      ),
    )
    .prepare('user_of_session')
})
