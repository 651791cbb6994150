import 'server-only'
import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { endSession, endSessionsOf, lockPerson } from '../../core/server/accounts/sessions'
import { config } from '../../core/server/config/config'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { sessions } from '../../core/server/tables/users'
import { deviceName } from '../../core/account/device-name'
import type { SessionList } from '../schema'
import { recordOwn } from './own-account'

/** The person's own sessions that still work, this one first, then by last use. */
export async function listSessions({ engine, person }: AccountContext): Promise<SessionList> {
  const idle = sql`now() - make_interval(secs => ${config.get().sessionIdleSeconds})`
  const rows = await engine.db
    .select()
    .from(sessions)
    .where(
      and(eq(sessions.userId, person.userId), gt(sessions.expiresAt, sql`now()`), gt(sessions.seenAt, idle)),
    )
    .orderBy(desc(sql`${sessions.id} = ${person.session ?? null}`), desc(sessions.seenAt), desc(sessions.id))
  return {
    items: rows.map(({ id, userAgent, address, beganAt, seenAt }) => ({
      id,
      ...deviceName(userAgent),
      address,
      began_at: beganAt.toISOString(),
      seen_at: seenAt.toISOString(),
      is_current: id === person.session,
    })),
  }
}

/**
 * Ends one of the person's own sessions.
 * @throws AppError `not_found`, also for another person's session
 */
export async function endOwnSession(context: AccountContext, id: string): Promise<{ ended: number }> {
  const { engine, person } = context
  if (!isUuid(id)) throw new AppError('not_found')
  return engine.db.transaction(async (tx) => {
    await lockPerson(tx, person.userId)
    if (!(await endSession(tx, id, person.userId))) throw new AppError('not_found')
    await recordOwn(tx, context, { action: 'account.sessions_ended', reason: 'one' })
    return { ended: 1 }
  })
}

/** Ends all of the person's own sessions, or all but this one. */
export async function endOwnSessions(
  context: AccountContext,
  { isThisKept }: { isThisKept: boolean },
): Promise<{ ended: number }> {
  const { engine, person } = context
  return engine.db.transaction(async (tx) => {
    await lockPerson(tx, person.userId)
    const ended = await endSessionsOf(tx, person.userId, isThisKept ? person.session : undefined)
    const reason = isThisKept ? 'all_others' : 'all'
    await recordOwn(tx, context, { action: 'account.sessions_ended', reason })
    return { ended }
  })
}
