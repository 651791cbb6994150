import 'server-only'
import { and, isNull, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import { log } from '../log'
import { activity } from '../tables/requests'
import { incrementCounter } from '../accounts/sign-in-limits'

type LoggedAccess = {
  action: string
  /** The account's e-mail address. Null: no account, or the input may be a secret. */
  account: string | null
  userId: string | null
  /** Network address of the client; null: this server. */
  address: string | null
  reason?: string
  shopId?: string
  subject?: string
}

/** Logs one line about who was let in, refused, or shown something hidden. Never pass a password or a token. */
export function logAccess({ action, userId, shopId, ...rest }: LoggedAccess): void {
  log().info({ event: action, user: userId, shop: shopId, ...rest }, 'access')
}

type AccessEvent = LoggedAccess & {
  reason: string
  /** Whether the account itself acted. False: somebody only named it. */
  isByAccount?: boolean
  /** False: logs only, so that repeated attempts cannot fill the database. */
  isRecorded?: boolean
}

/** Logs an access event, and records it as activity of the shop, or of no shop. */
export async function recordAccess(
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

/** Records a refusal in a shop, or for the whole installation, once per window (lib/core/server/accounts/sign-in-limits.ts), and logs each one. */
export async function recordRefusal(
  db: Database,
  { userId, email, address }: Person,
  { shopId, reason }: { shopId: string | null; reason: string },
): Promise<void> {
  const count = await incrementCounter(db, `refused:${userId} ${shopId} ${reason}`)
  const event = {
    action: 'access.refused',
    account: email,
    userId,
    address: address ?? null,
    reason,
    ...(shopId && { shopId }),
  }
  await recordAccess(db, { ...event, isRecorded: count === 1 })
}

/** Deletes activity of no shop after a year if it holds a network address. What else people did is kept. */
export async function forgetOldAccess(db: Database): Promise<void> {
  await db
    .delete(activity)
    .where(
      and(
        isNull(activity.shopId),
        lt(activity.at, sql`now() - interval '1 year'`),
        sql`jsonb_exists(${activity.detail}, 'address')`,
      ),
    )
}
