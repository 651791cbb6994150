import 'server-only'
import { randomBytes } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { config } from '../config'
import { oldHookKeys } from '../tables/shops'

/** A key that nobody guesses: it routes, and is never evidence. */
export const newHookKey = (): string => randomBytes(24).toString('base64url')

/** Where the provider posts for a hook key. */
export const hookAddresses = (hookKey: string) => {
  const hooks = `${config.get().appUrl}/api/hooks/${hookKey}`
  return { notification_url: `${hooks}/notification`, verification_url: `${hooks}/verification` }
}

/** Forgets the keys that were replaced, and whose time is over. */
export async function forgetOldHookKeys(db: Database): Promise<void> {
  await db.delete(oldHookKeys).where(lt(oldHookKeys.until, sql`now()`))
}
