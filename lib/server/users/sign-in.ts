import 'server-only'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { signInFailures, users } from '../tables/users'
import { countAttempt, takeBack } from './attempts'
import { networkOf } from './network'
import { checkPassword } from './passwords'

/**
 * Failures allowed in a window (attempts.ts): for one e-mail from one address (of IPv6: one /64), for one address, and
 * for one e-mail from everywhere (high, so that a stranger cannot easily lock the owner out). In this order: what a
 * narrower limit stopped was no guess, and is not counted for the wider ones, or else one address could use up what
 * is there for all.
 */
const limits = { pair: 5, address: 30, email: 100 } as const

export type SignIn =
  | { ok: true; user: { id: string; email: string; name: string; sessionVersion: number } }
  | { ok: false; reason: 'wrong' | 'throttled' }

/**
 * Checks e-mail and password. The attempt is counted before the password is looked at, so that parallel
 * guesses cannot slip past the limit; a success clears what was counted for this e-mail and address.
 */
export async function signIn(
  db: Database,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<SignIn> {
  const account = accountOf(email)
  const network = networkOf(address)
  const keys = {
    pair: `pair:${account} ${network}`,
    address: `address:${network}`,
    email: `email:${account}`,
  }
  for (const kind of ['pair', 'address', 'email'] as const) {
    if ((await countAttempt(db, keys[kind])) > limits[kind]) return { ok: false, reason: 'throttled' }
  }

  const [user] = await db
    .select()
    .from(users)
    // Both sides by the database, whose lower case is not JavaScript's.
    .where(and(sql`lower(${users.email}) = lower(${email.trim()})`, isNull(users.disabledAt)))
  if (!(await checkPassword(user?.passwordHash ?? null, password)) || !user)
    return { ok: false, reason: 'wrong' }
  await db.delete(signInFailures).where(eq(signInFailures.key, keys.pair))
  await takeBack(db, [keys.address, keys.email])
  await db
    .update(users)
    .set({ lastSignInAt: sql`now()` })
    .where(eq(users.id, user.id))
  return {
    ok: true,
    user: { id: user.id, email: user.email, name: user.name, sessionVersion: user.sessionVersion },
  }
}

const accountOf = (email: string): string => email.trim().toLowerCase().slice(0, 320)

/** Forgets what was counted against an account, wherever it was tried from; what is counted of addresses stays. */
export async function forgetFailures(db: Database, email: string): Promise<void> {
  const account = accountOf(email)
  await db
    .delete(signInFailures)
    .where(
      or(
        eq(signInFailures.key, `email:${account}`),
        sql`starts_with(${signInFailures.key}, ${`pair:${account} `})`,
      ),
    )
}
