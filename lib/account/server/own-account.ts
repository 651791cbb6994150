import 'server-only'
import { notify, type NoticeKind } from '../../core/server/accounts/notices'
import { recordAccess } from '../../core/server/activity/access'
import type { AccountContext } from '../../core/server/context'
import type { Database } from '../../db/database'

type OwnEvent = Omit<Parameters<typeof recordAccess>[1], 'account' | 'userId' | 'address'>

/** Records what somebody did with their own account. */
export function recordOwn(db: Database, { person }: AccountContext, event: OwnEvent): Promise<void> {
  const { email: account, userId, address = null } = person
  return recordAccess(db, { ...event, account, userId, address })
}

/** Tells somebody by mail what they, or who uses their session, changed. `to`: an address other than the account's. */
export const notifyOwn = (
  { engine, person: { userId, address, userAgent } }: Pick<AccountContext, 'engine' | 'person'>,
  kind: NoticeKind,
  to?: string,
): Promise<void> => notify(engine, { userId, kind, to, address, userAgent })
