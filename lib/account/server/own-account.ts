import 'server-only'
import { notify, type NoticeKind } from '../../core/server/accounts/notices'
import { recordAccess } from '../../core/server/activity/access'
import type { AccountContext } from '../../core/server/context'
import type { Database } from '../../db/database'

type OwnEvent = Omit<Parameters<typeof recordAccess>[1], 'account' | 'userId' | 'address'>

/** Records what a person did with their own account. */
export function recordOwn(db: Database, { person }: AccountContext, event: OwnEvent): Promise<void> {
  const { email: account, userId, address = null } = person
  return recordAccess(db, { ...event, account, userId, address })
}

/** Mails a person what they, or someone using their session, changed. */
export const notifyOwn = ({ engine, person }: AccountContext, kind: NoticeKind): Promise<void> =>
  notify(engine, { kind, userId: person.userId, address: person.address, userAgent: person.userAgent })
