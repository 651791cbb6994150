import 'server-only'
import { notify, type NoticeKind } from '../../core/server/accounts/notices'
import { whereSession } from '../../core/server/accounts/sessions'
import { recordAccess } from '../../core/server/activity/access'
import type { AccountContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { sessions } from '../../core/server/tables/users'
import type { Database } from '../../db/database'

type OwnEvent = Omit<Parameters<typeof recordAccess>[1], 'account' | 'userId' | 'address'>

/** Records what a person did with their own account. */
export function recordOwn(db: Database, { person }: AccountContext, event: OwnEvent): Promise<void> {
  const { email: account, userId, address = null } = person
  return recordAccess(db, { ...event, account, userId, address })
}

/**
 * Holds the session of a request until the transaction ends, so that who ends it waits, and then ends what was begun here.
 * Call it after a write to the person's row, which those who end sessions lock first.
 * @throws AppError `unauthenticated` if it has ended since the request was let in
 */
export async function holdOwnSession(
  tx: Database,
  { session }: Pick<AccountContext['person'], 'session'>,
): Promise<void> {
  if (session === undefined) return
  const [held] = await tx.select({ id: sessions.id }).from(sessions).where(whereSession(session)).for('share')
  if (!held) throw new AppError('unauthenticated')
}

/** Mails a person what they, or someone using their session, changed. */
export const notifyOwn = ({ engine, person }: AccountContext, kind: NoticeKind): Promise<void> =>
  notify(engine, { kind, userId: person.userId, address: person.address, userAgent: person.userAgent })
