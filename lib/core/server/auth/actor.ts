import 'server-only'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { getServerSession } from 'next-auth'
import { headers } from 'next/headers'
import { unattendedHeader } from '../../api/headers'
import { engine } from '../../../db/engine'
import { prepared } from '../../../db/connection/prepared'
import { deviceOf } from '../route/client-address'
import { config } from '../config/config'
import type { SignedIn } from '../context'
import { log } from '../log/log'
import { qualified } from '../sql'
import { sessions, users } from '../tables/users'
import { noteEverySeconds, noteSessionUse, whereAhead, type Device } from '../accounts/sessions'
import { factorColumns } from './requirements'
import { authOptions } from './options'

export type { SignedIn }

/**
 * Returns the person behind this request, or null. The session cookie alone is not enough: the account must exist and
 * be enabled, and the session must have the current version and be neither ended, expired nor idle for too long. The
 * session's ID from before its last proof counts for a short while, without that proof.
 */
export async function signedIn(): Promise<SignedIn | null> {
  const cookie = await getServerSession(authOptions())
  if (!cookie?.user.id || !cookie.id || cookie.endsAt <= Date.now()) return null
  const { id, version } = cookie.user
  const [found] = await userOf(engine.get().db).execute({
    id,
    version,
    session: cookie.id,
    idle: config.get().sessionIdleSeconds,
    noteEvery: noteEverySeconds,
    // One text, because a prepared statement takes no list.
    providers: config
      .get()
      .oidc.map((provider) => provider.id)
      .join(),
  })
  if (!found) return null
  const { isToBeNoted, provenSecondsAgo, ...person } = found
  const given = await headers()
  const device = deviceOf(given)
  if (isToBeNoted && isByPerson(given)) await noteUse(found.session, device)
  return { ...person, version, provenSecondsAgo: provenSecondsAgo ?? undefined, ...device }
}

/** The refreshes of an unattended page do not count as use of the session. */
const isByPerson = (given: Pick<Headers, 'get'>) =>
  !given.get(unattendedHeader) && given.get('accept') !== 'text/event-stream'

/** Does not throw, so that reading works while nothing can be written, such as with a full disk. */
async function noteUse(id: string, device: Device): Promise<void> {
  await noteSessionUse(engine.get().db, id, device).catch((error: unknown) =>
    log().warn({ err: error }, 'the use of a session was not noted'),
  )
}

const userOf = prepared((db) => {
  const whereUsedWithin = (seconds: string) =>
    sql`${sessions.seenAt} > now() - make_interval(secs => ${sql.placeholder(seconds)})`
  const whereCurrent = eq(sessions.id, sql.placeholder('session'))
  return db
    .select({
      session: sessions.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      mustChangePassword: users.mustChangePassword,
      timeZone: users.timeZone,
      locale: users.locale,
      provenSecondsAgo: sql<
        number | null
      >`CASE WHEN ${whereCurrent} THEN extract(epoch FROM now() - ${sessions.provenAt})::int END`,
      ...factorColumns,
      // A provider's own demands count while it is configured.
      hasFactor: sql<boolean>`(coalesce(${qualified(sessions.provider)} = ANY(string_to_array(${sql.placeholder('providers')}, ',')), false)
        OR ${factorColumns.hasFactor})`,
      isToBeNoted: sql<boolean>`(NOT ${whereUsedWithin('noteEvery')} OR ${whereAhead(sessions.seenAt)})`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        or(
          whereCurrent,
          and(eq(sessions.previousId, sql.placeholder('session')), gt(sessions.previousUntil, sql`now()`)),
        ),
        eq(users.id, sql.placeholder('id')),
        eq(users.sessionVersion, sql.placeholder('version')),
        isNull(users.disabledAt),
        gt(sessions.expiresAt, sql`now()`),
        whereUsedWithin('idle'),
      ),
    )
    .prepare('user_of_session')
})
