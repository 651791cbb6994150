import 'server-only'
import { and, isNull, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import { log } from '../log'
import { activity } from '../tables/requests'
import { countAttempt } from '../accounts/sign-in-limits'

type LoggedAccess = {
  action: string
  /** The address of the account; null: nobody's, or what was typed may be a secret. */
  account: string | null
  userId: string | null
  /** Where it came from; null: from this server itself. */
  address: string | null
  reason?: string
  shopId?: string
  subject?: string
}

/** One line of the log for who was let in, refused, or shown what is hidden. Never a password or a token. */
export function logAccess({ action, userId, shopId, ...rest }: LoggedAccess): void {
  log().info({ event: action, user: userId, shop: shopId, ...rest }, 'access')
}

type AccessEvent = LoggedAccess & {
  reason: string
  /** Whether it was the account itself, and not somebody who named it. */
  isByAccount?: boolean
  /** False: logged only. Somebody who repeats it cannot fill the database. */
  isRecorded?: boolean
}

/** Logs who was let in or refused, and records the same as an activity: of the shop, or of an account and no shop. */
export async function noteAccess(
  db: Database,
  { isRecorded = true, isByAccount = true, ...event }: AccessEvent,
): Promise<void> {
  logAccess(event)
  if (!isRecorded) return
  const { action, userId, shopId = null, address, reason, subject = userId } = event
  const detail = { address, reason }
  await db
    .insert(activity)
    .values({ id: uuidv7(), shopId, actorId: isByAccount ? userId : null, action, subject, detail })
}

type Person = { userId: string; email: string; address?: string | undefined }

/** Notes that somebody was refused in a shop; recorded once in a window (lib/core/server/accounts/sign-in-limits.ts), however often they try. */
export async function noteRefusal(
  db: Database,
  { userId, email, address }: Person,
  { shopId, reason }: { shopId: string; reason: string },
): Promise<void> {
  const count = await countAttempt(db, `refused:${userId} ${shopId} ${reason}`)
  const event = { action: 'access.refused', account: email, userId, address: address ?? null, reason, shopId }
  await noteAccess(db, { ...event, isRecorded: count === 1 })
}

/** Events of no shop hold network addresses: they go after a year. */
export async function forgetOldAccess(db: Database): Promise<void> {
  await db
    .delete(activity)
    .where(and(isNull(activity.shopId), lt(activity.at, sql`now() - interval '1 year'`)))
}
