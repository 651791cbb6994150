import 'server-only'
import { and, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import type { Database } from '../../../db/database'
import { countIn, leftOutPrefix as prefix } from '../accounts/sign-in-limits'
import { activity } from '../tables/requests'
import { signInFailures } from '../tables/users'

/** Entries of one kind about one account, or about none, within a quarter of an hour. */
const most = 100
const windowMinutes = 15

const counted = z.tuple([z.number(), z.string().nullable(), z.string(), z.string().nullable()])

type Attempt = { shopId: string | null; action: string; userId: string | null }

/**
 * Counts an attempt of a visitor who is not signed in. Returns true once there are too many to record each. A limit per
 * network would not be enough: an attacker may have many networks.
 */
export async function isLeftOut(db: Database, { shopId, action, userId }: Attempt): Promise<boolean> {
  const quarter = Math.floor(Date.now() / (windowMinutes * 60_000))
  const key = prefix + JSON.stringify([quarter, shopId, action, userId])
  // A counter outlasts its quarter, so it never starts again.
  return (await countIn(db, key, 2 * windowMinutes)).count > most
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
