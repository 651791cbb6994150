import 'server-only'
import { eq, or, sql } from 'drizzle-orm'
import { normalEmail } from '../../account-email'
import type { Database } from '../../../db/database'
import { signInFailures } from '../tables/users'
import { countAttempt, takeBack } from './attempts'
import { networkOf } from './network'

/**
 * Failures allowed in a window (attempts.ts): for one account from one address (of IPv6: one /64), for one address, and
 * for one account from everywhere. They are counted in this order: what a narrower limit stopped was no guess, and is not
 * counted for the wider ones, or one address could use up what is there for all.
 *
 * An attacker with many addresses can still use up an account's allowance. Therefore a browser in which the account signed in
 * before (known-browser.ts) is counted by itself, and is neither stopped by the others' failures nor adds to them.
 */
const limits = { browser: 5, pair: 5, address: 30, account: 100 } as const
type Limit = keyof typeof limits

export type Attempt = {
  /** As it was typed. */
  email: string
  address: string
  /** The ID of the account and its browser, where it is a known one. */
  known: { userId: string; browser: string } | null
}

export type Counted = {
  /** The limit that stops this attempt; null: none does. */
  stoppedBy: Limit | null
  /** How often the limit that stopped it, or the widest one for the address, was counted in its window. */
  count: number
}

/** Counts an attempt before the password is looked at, so that parallel guesses cannot slip past the limits. */
export async function countSignIn(db: Database, attempt: Attempt): Promise<Counted> {
  let ofAddress = 1
  for (const [limit, key] of keysOf(attempt)) {
    const count = await countAttempt(db, key)
    if (count > limits[limit]) return { stoppedBy: limit, count: count - limits[limit] }
    if (limit === 'address') ofAddress = count
  }
  return { stoppedBy: null, count: ofAddress }
}

/** The attempt was no failure: its narrowest limit begins anew, and the wider ones forget this attempt. */
export async function forgiveSignIn(db: Database, attempt: Attempt): Promise<void> {
  const [narrowest, ...wider] = keysOf(attempt)
  if (narrowest) await db.delete(signInFailures).where(eq(signInFailures.key, narrowest[1]))
  await takeBack(
    db,
    wider.map(([, key]) => key),
  )
}

function keysOf({ email, address, known }: Attempt): [limit: Limit, key: string][] {
  if (known) return [['browser', `browser:${known.userId} ${known.browser}`]]
  const [account, network] = [normalEmail(email), networkOf(address)]
  return [
    ['pair', `pair:${account} ${network}`],
    ['address', `address:${network}`],
    ['account', accountKey(account)],
  ]
}

const accountKey = (account: string) => `email:${account}`

/** Forgets what was counted against an account, wherever it was tried from; what is counted of addresses stays. */
export async function forgetFailures(db: Database, email: string): Promise<void> {
  const account = normalEmail(email)
  await db
    .delete(signInFailures)
    .where(
      or(
        eq(signInFailures.key, accountKey(account)),
        sql`starts_with(${signInFailures.key}, ${`pair:${account} `})`,
      ),
    )
}
