import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { config } from '../config'
import { passwordResets, users } from '../tables/users'

/** How long a link sets a new password. */
export const resetMinutes = 30

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

type NewLink = {
  userId: string
  /** Who hands it over; null: it is mailed. */
  createdBy: string | null
}

/** Makes the link that sets a person's new password, in place of an earlier one. It cannot be read again later. */
export async function makeResetLink(
  db: Database,
  { userId, createdBy }: NewLink,
): Promise<{ url: string; expiresAt: Date }> {
  // 256 bits cannot be guessed. They stand in the fragment, which browsers send nowhere.
  const token = randomBytes(32).toString('base64url')
  const values = {
    tokenHash: hashOf(token),
    createdBy,
    expiresAt: sql<Date>`now() + make_interval(mins => ${resetMinutes})`,
  }
  const [made] = await db
    .insert(passwordResets)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passwordResets.userId, set: values })
    .returning({ expiresAt: passwordResets.expiresAt })
  if (!made) throw new Error('no link was made')
  return { url: `${config.get().appUrl}/password-reset#${token}`, expiresAt: made.expiresAt }
}

const whereUsable = (token: string) =>
  and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expiresAt, sql`now()`))

/** Returns the account whose password a link sets, or null. Does not use up the link. */
export async function accountOfReset(
  db: Database,
  token: string,
): Promise<{ id: string; email: string; name: string } | null> {
  const [found] = await db
    .select({ id: users.id, email: users.email, name: users.name })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(whereUsable(token), isNull(users.disabledAt)))
  return found ?? null
}

/** Uses up a link. Returns null if it was used meanwhile: a concurrent second call waits for the first. */
export async function takeReset(tx: Database, token: string): Promise<{ createdBy: string | null } | null> {
  const [taken] = await tx
    .delete(passwordResets)
    .where(whereUsable(token))
    .returning({ createdBy: passwordResets.createdBy })
  return taken ?? null
}

export async function forgetOldResets(db: Database): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}
