import 'server-only'
import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { headers } from 'next/headers'
import { unattendedHeader } from '../../session'
import { engine } from '../../../db/engine'
import { prepared } from '../../../db/prepared'
import { clientAddress } from '../route/client-address'
import { config } from '../config'
import { log } from '../log'
import { endedSessions, sessionUses, users } from '../tables/users'
import { sessionSeconds, noteEverySeconds, noteSessionUse } from '../accounts/sessions'
import { authOptions } from './options'

export type SignedIn = {
  userId: string
  email: string
  name: string
  /** Network address of the client; absent without a request. */
  address?: string
}

/**
 * Returns the person behind this request, or null. The session cookie alone is not enough: the account must exist and
 * be enabled, and the session must have the current version and be neither signed out, expired nor idle for too long.
 */
export async function signedIn(): Promise<SignedIn | null> {
  const session = await getServerSession(authOptions())
  if (!session?.user.id || !session.id || session.endsAt <= Date.now()) return null
  const { id, version } = session.user
  const [found] = await userOf(engine.get().db).execute({
    id,
    version,
    session: session.id,
    began: new Date(session.endsAt - sessionSeconds * 1000),
    idle: config.get().sessionIdleSeconds,
    noteEvery: noteEverySeconds,
  })
  if (!found) return null
  const { isToBeNoted, ...user } = found
  const given = await headers()
  if (isToBeNoted && isByPerson(given)) await noteUse(session)
  return { ...user, address: clientAddress(given) }
}

/** The refreshes of an unattended page do not count as use of the session. */
const isByPerson = (given: Pick<Headers, 'get'>) =>
  !given.get(unattendedHeader) && given.get('accept') !== 'text/event-stream'

/** Does not throw, so that reading works while nothing can be written, such as with a full disk. */
async function noteUse({ id, endsAt }: { id: string; endsAt: number }): Promise<void> {
  await noteSessionUse(engine.get().db, id, new Date(endsAt)).catch((error: unknown) =>
    log().warn({ err: error }, 'the use of a session was not noted'),
  )
}

const userOf = prepared((db) => {
  const ended = db
    .select({ id: endedSessions.id })
    .from(endedSessions)
    .where(eq(endedSessions.id, sql.placeholder('session')))
  const lastUse = sql`coalesce(${sessionUses.seenAt}, ${sql.placeholder('began')}::timestamptz)`
  const whereUsedWithin = (seconds: string) =>
    sql`${lastUse} > now() - make_interval(secs => ${sql.placeholder(seconds)})`
  return db
    .select({
      userId: users.id,
      email: users.email,
      name: users.name,
      isToBeNoted: sql<boolean>`NOT (${whereUsedWithin('noteEvery')})`,
    })
    .from(users)
    .leftJoin(sessionUses, eq(sessionUses.id, sql.placeholder('session')))
    .where(
      and(
        eq(users.id, sql.placeholder('id')),
        eq(users.sessionVersion, sql.placeholder('version')),
        isNull(users.disabledAt),
        notExists(ended),
        whereUsedWithin('idle'),
      ),
    )
    .prepare('user_of_session')
})
