import 'server-only'
import { and, eq, gt, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { config } from '../config/config'
import { emailChanges, memberships, passwordResets, users } from '../tables/users'
import { hashOfToken, newToken } from './secret-token'

/** How long a link is valid. */
export const resetMinutes = 30

type NewLink = {
  userId: string
  /** The person who hands it over. Null: it is mailed. */
  createdBy: string | null
}

/**
 * Creates a link that sets a person's new password. It cannot be read again later. One that is handed over replaces
 * those handed over before. One that is mailed replaces others only when it has arrived: see {@link
 * forgetEarlierMailed}.
 */
export async function makeResetLink(
  db: Database,
  { userId, createdBy }: NewLink,
): Promise<{ url: string; tokenHash: Buffer; expiresAt: Date }> {
  // It is in the fragment, which browsers never send.
  const token = newToken()
  const tokenHash = hashOfToken(token)
  if (createdBy !== null)
    await db
      .delete(passwordResets)
      .where(and(eq(passwordResets.userId, userId), isNotNull(passwordResets.createdBy)))
  const [made] = await db
    .insert(passwordResets)
    .values({
      tokenHash,
      userId,
      createdBy,
      expiresAt: sql<Date>`now() + make_interval(mins => ${resetMinutes})`,
    })
    .returning({ expiresAt: passwordResets.expiresAt })
  if (!made) throw new Error('no link was made')
  return { url: `${config.get().appUrl}/password-reset#${token}`, tokenHash, expiresAt: made.expiresAt }
}

/** Deletes the mailed links of a person that are older than the one that has just arrived. */
export async function forgetEarlierMailed(db: Database, userId: string, arrived: Buffer): Promise<void> {
  const expiry = db
    .select({ expiresAt: passwordResets.expiresAt })
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, arrived))
  await db
    .delete(passwordResets)
    .where(
      and(
        eq(passwordResets.userId, userId),
        isNull(passwordResets.createdBy),
        eq(passwordResets.byOperator, false),
        lt(passwordResets.expiresAt, sql`(${expiry})`),
      ),
    )
}

const whereUsable = (token: string) =>
  and(eq(passwordResets.tokenHash, hashOfToken(token)), gt(passwordResets.expiresAt, sql`now()`))

type User = typeof users.$inferSelect
/** How a link came about. */
type Made = Pick<typeof passwordResets.$inferSelect, 'createdBy' | 'byOperator'>

/**
 * Returns the account whose password a link sets, or null. A link that was handed over works only while its maker may
 * make one. Does not use up the link.
 */
export async function accountOfReset(
  db: Database,
  token: string,
): Promise<(Pick<User, 'id' | 'email' | 'name'> & Made) | null> {
  const [found] = await db
    .select({ user: users, createdBy: passwordResets.createdBy, byOperator: passwordResets.byOperator })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(and(whereUsable(token), isNull(users.disabledAt)))
  if (!found) return null
  const { user, createdBy, byOperator } = found
  if (createdBy !== null && !(await mayHandOverResetLink(db, createdBy, user))) return null
  return { id: user.id, email: user.email, name: user.name, createdBy, byOperator }
}

/**
 * Uses up a link, and all others of the person. Returns null if it no longer works: a concurrent second call waits for
 * the first. Locks the person, so that they join no other shop meanwhile.
 */
export async function takeReset(tx: Database, token: string): Promise<Made | null> {
  const userOfLink = tx.select({ id: passwordResets.userId }).from(passwordResets).where(whereUsable(token))
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, userOfLink)).for('update')
  const account = await accountOfReset(tx, token)
  if (!account) return null
  await forgetLinksOf(tx, account.id)
  return { createdBy: account.createdBy, byOperator: account.byOperator }
}

/**
 * Whether a person may hand over a link for another's password. A holder of the link can take over the account, so this
 * needs an owner of all the other's shops, including those where they are disabled and may be enabled again; or an
 * administrator of the installation.
 */
export async function mayHandOverResetLink(
  db: Database,
  makerId: string,
  person: Pick<User, 'id' | 'isAdministrator'>,
): Promise<boolean> {
  const [maker] = await db.select().from(users).where(eq(users.id, makerId))
  if (!maker || maker.disabledAt) return false
  if (maker.isAdministrator) return true
  if (person.isAdministrator) return false
  const owned = db
    .select({ id: memberships.shopId })
    .from(memberships)
    .where(
      and(eq(memberships.userId, makerId), eq(memberships.role, 'owner'), isNull(memberships.disabledAt)),
    )
  const whereElsewhere = and(eq(memberships.userId, person.id), notInArray(memberships.shopId, owned))
  return (await db.$count(memberships, whereElsewhere)) === 0
}

/**
 * Deletes all of a person's links, including those that confirm a new e-mail. Call it whenever their password or e-mail
 * is set, so that older links let no one in.
 */
export async function forgetLinksOf(tx: Database, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

export async function forgetOldResets(db: Database): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`))
}
