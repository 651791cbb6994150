import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import type { ActivityKind } from '../../activity'
import type { ActivityReason } from '../../activity-reasons'
import { log } from '../log/log'
import { activity } from '../tables/requests'
import { incrementCounter } from '../accounts/sign-in-limits'
import { isLeftOut } from './left-out'

type LoggedAccess = {
  action: string
  /** The account's e-mail address. Null: no account, or the input may be a secret. */
  account: string | null
  userId: string | null
  /** Network address of the client; null: this server. */
  address: string | null
  reason?: string
  provider?: string
  fields?: string[]
  shopId?: string
  subject?: string
}

/** Logs one line about who was let in, refused, or shown something hidden. Never pass a password or a token. */
export function logAccess({ action, userId, shopId, ...rest }: LoggedAccess): void {
  log().info({ event: action, user: userId, shop: shopId, ...rest }, 'access')
}

type AccessEvent = Omit<LoggedAccess, 'action' | 'reason'> & {
  action: ActivityKind
  /** Without one, `fields` say it all. */
  reason?: ActivityReason
  /** The OpenID provider. */
  provider?: string
  /** What was changed. */
  fields?: string[]
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
  const { action, userId, shopId = null, address, reason, provider, fields, subject = userId } = event
  const actorId = isByAccount ? userId : null
  if (actorId === null && (await isLeftOut(db, { shopId, action, userId }))) return
  const detail = {
    ...(reason !== undefined && { reason }),
    ...(provider !== undefined && { provider }),
    ...(fields !== undefined && { fields }),
  }
  await db.insert(activity).values({ id: uuidv7(), shopId, actorId, address, action, subject, detail })
}

type Person = { userId: string; email: string; address?: string | undefined }

/** Records a refusal in a shop, or for the whole installation, once per window (lib/core/server/accounts/sign-in-limits.ts), and logs each one. */
export async function recordRefusal(
  db: Database,
  { userId, email, address }: Person,
  { shopId, reason }: { shopId: string | null; reason: ActivityReason },
): Promise<void> {
  const count = await incrementCounter(db, `refused:${userId} ${shopId} ${reason}`)
  const event = {
    action: 'access.refused' as const,
    account: email,
    userId,
    address: address ?? null,
    reason,
    ...(shopId && { shopId }),
  }
  await recordAccess(db, { ...event, isRecorded: count === 1 })
}
