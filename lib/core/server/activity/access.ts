import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { and, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '../../../db/database'
import type { ActivityKind } from '../../activity'
import type { ActivityReason } from '../../activity-reasons'
import { log } from '../log/log'
import { activity } from '../tables/requests'
import { incrementCounter, countIn, leftOutPrefix as prefix } from '../accounts/sign-in-limits'
import { signInFailures } from '../tables/users'

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
  /** Without one, `fields` are enough. */
  reason?: ActivityReason
  /** The OpenID provider. */
  provider?: string
  /** What was changed. */
  fields?: string[]
  /** Whether the account itself acted. False: it was only named. */
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

/**
 * Records a refusal in a shop, or for the whole installation, once per window
 * (lib/core/server/accounts/sign-in-limits.ts), and logs each one.
 */
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

/** Entries of one kind about one account, or about none, within a quarter of an hour. */
const most = 100
const quarterMinutes = 15

const counted = z.tuple([z.number(), z.string().nullable(), z.string(), z.string().nullable()])

type Attempt = { shopId: string | null; action: string; userId: string | null }

/**
 * Counts an attempt of a visitor who is not signed in. Returns true once there are too many to record each. A limit per
 * network would not be enough: an attacker may have many networks.
 */
async function isLeftOut(db: Database, { shopId, action, userId }: Attempt): Promise<boolean> {
  const quarter = Math.floor(Date.now() / (quarterMinutes * 60_000))
  const key = prefix + JSON.stringify([quarter, shopId, action, userId])
  // A counter outlasts its quarter, so it never starts again.
  return (await countIn(db, key, 2 * quarterMinutes)).count > most
}

/** Records of each quarter that has ended how many attempts were left out. */
export async function recordLeftOut(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx
      .delete(signInFailures)
      .where(
        and(sql`starts_with(${signInFailures.key}, ${prefix})`, lt(signInFailures.windowEndsAt, sql`now()`)),
      )
      .returning()
    const rows = ended
      .filter(({ failures }) => failures > most)
      .map(({ key, failures }) => {
        const [, shopId, event, subject] = counted.parse(JSON.parse(key.slice(prefix.length)))
        const detail = { event, left_out: failures - most }
        return { id: uuidv7(), shopId, action: 'access.left_out', subject, detail }
      })
    if (rows.length > 0) await tx.insert(activity).values(rows)
  })
}
