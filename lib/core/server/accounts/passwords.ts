import 'server-only'
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { normalEmail } from '../../account/account-email'
import { recordActivity } from '../activity/record'
import { memberships, users } from '../tables/users'
import { forgetLinksOf } from './reset-links'
import { endSessionsOf } from './sessions'
import { forgetFailures } from './sign-in-limits'

/** Argon2id (algorithm 2) with OWASP's parameters: 19 MiB, two passes, one lane. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const hashPassword = (password: string): Promise<string> => hash(password, parameters)

/** Checks a password. Without a hash (no such account) it takes as long and returns false. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  const isMatch = await verify(stored ?? (await dummyHash), password)
  return isMatch && stored !== null
}

/** Whether a hash was made with weaker parameters than today's. */
export function isOutdated(stored: string): boolean {
  const [, , , settings = ''] = stored.split('$')
  const {
    m = 0,
    t = 0,
    p = 0,
  } = Object.fromEntries(
    settings.split(',').map((pair): [string, number] => {
      const [name = '', value] = pair.split('=')
      return [name, Number(value)]
    }),
  )
  const { memoryCost, timeCost, parallelism } = parameters
  return !stored.startsWith('$argon2id$v=19$') || m < memoryCost || t < timeCost || p < parallelism
}

const dummyHash = hashPassword('nobody has this password')

/**
 * Sets a random password, for the server's operator when someone forgot theirs. Ends all their sessions, asks for their
 * second factor again, clears their failed sign-in attempts and records the reset in the installation and in each of
 * their shops. Returns null if there is no active account.
 */
export async function resetPassword(
  db: Database,
  email: string,
): Promise<{ email: string; password: string } | null> {
  const password = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({
        passwordHash,
        mustChangePassword: true,
        sessionVersion: sql`${users.sessionVersion} + 1`,
      })
      .where(and(eq(users.email, normalEmail(email)), isNull(users.disabledAt)))
      .returning({ id: users.id, email: users.email })
    if (!user) return null
    await forgetLinksOf(tx, user.id)
    await endSessionsOf(tx, user.id)
    // Earlier failures would otherwise block sign-in for 15 minutes.
    await forgetFailures(tx, user.email)
    const shopsOfUser = await tx
      .select({ id: memberships.shopId })
      .from(memberships)
      .where(eq(memberships.userId, user.id))
    for (const shop of [null, ...shopsOfUser])
      await recordActivity(tx, { shop, actor: null }, { action: 'person.password_reset', subject: user.id })
    return { email: user.email, password }
  })
}
