import 'server-only'
import { notify, type NoticeKind } from '../../core/server/accounts/notices'
import type { AccountContext } from '../../core/server/context'

/** Tells somebody by mail what they, or who uses their session, changed. `to`: an address other than the account's. */
export const notifyOwn = (
  { engine, person: { userId, address, userAgent } }: Pick<AccountContext, 'engine' | 'person'>,
  kind: NoticeKind,
  to?: string,
): Promise<void> => notify(engine, { userId, kind, to, address, userAgent })
