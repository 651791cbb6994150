import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { eq, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { normalEmail } from '../../account/account-email'
import { plainAddress } from '../route/client-address'
import { whereDue } from '../sql'
import { signInFailures } from '../tables/users'

/**
 * Failures allowed in a window: for one account from one address (IPv6: one /64), for one address, and for one account
 * from everywhere. Counted in this order. An attempt that a narrower limit stops does not count for the wider ones;
 * otherwise one address could use up the account's whole allowance.
 *
 * An attacker with many addresses can still use up an account's allowance. Therefore a browser in which the account
 * signed in before has its own counter. The other counters neither stop it nor count its failures.
 */
const limits = { browser: 5, pair: 5, address: 30, account: 100 } as const
type Limit = keyof typeof limits

export type Attempt = {
  email: string
  address: string
  /** The account's ID and its browser, if the browser is known. */
  known: { userId: string; browser: string } | null
}

export type Counted = {
  /** The limit that stops this attempt; null: none. */
  stoppedBy: Limit | null
  /** How many attempts that limit has stopped in its window; without one, how many the address has made. */
  count: number
}

/** Counts an attempt before the password is checked, so that parallel guesses cannot pass the limits. */
export async function countSignIn(db: Database, attempt: Attempt): Promise<Counted> {
  let ofAddress = 1
  for (const [limit, key] of keysOf(attempt)) {
    const count = await incrementCounter(db, key)
    if (count > limits[limit]) return { stoppedBy: limit, count: count - limits[limit] }
    if (limit === 'address') ofAddress = count
  }
  return { stoppedBy: null, count: ofAddress }
}

/** Uncounts a successful attempt: resets its narrowest counter and decrements the wider ones. */
export async function uncountSignIn(db: Database, attempt: Attempt): Promise<void> {
  const [narrowest, ...wider] = keysOf(attempt)
  if (narrowest) await db.delete(signInFailures).where(eq(signInFailures.key, narrowest[1]))
  await decrementCounters(
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

/** Deletes the failures counted against an account from any address. Counters of addresses remain. */
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

/** Windows are in the database, so that a restart does not reset them. */
export const windowMinutes = 15

/** Increments a counter, restarting it if its window has ended, and returns the new count. */
export const incrementCounter = async (db: Database, key: string): Promise<number> =>
  (await countIn(db, key, windowMinutes)).count

/** The same with a window of another length. Also returns the seconds until it ends. */
export async function countIn(
  db: Database,
  key: string,
  minutes: number,
): Promise<{ count: number; secondsLeft: number }> {
  // Leaves a minute for long transactions, whose `now()` is when they began.
  const isOver = whereDue(signInFailures.windowEndsAt, minutes * 60 + 60)
  const [row] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, windowEndsAt: sql`now() + make_interval(mins => ${minutes})` })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`CASE WHEN ${isOver} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${isOver} THEN excluded.window_ends_at ELSE ${signInFailures.windowEndsAt} END`,
      },
    })
    .returning({
      count: signInFailures.failures,
      secondsLeft: sql<number>`ceil(extract(epoch FROM ${signInFailures.windowEndsAt} - now()))::int`,
    })
  return row ?? { count: 0, secondsLeft: 0 }
}

/** Decrements counters, for attempts that did not fail. */
export async function decrementCounters(db: Database, keys: string[]): Promise<void> {
  for (const key of keys) {
    await db
      .update(signInFailures)
      .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
      .where(eq(signInFailures.key, key))
  }
}

/** Counters of what activity leaves out, which are read once they end (activity/access.ts). */
export const leftOutPrefix = 'activity:'

export async function forgetOldFailures(db: Database): Promise<void> {
  await db
    .delete(signInFailures)
    .where(
      sql`${signInFailures.windowEndsAt} < now() AND NOT starts_with(${signInFailures.key}, ${leftOutPrefix})`,
    )
}

/**
 * Returns what an address's attempts are counted under: an IPv4 address itself, or the /64 of an IPv6 address, because
 * one line or rented server can use any address within it.
 */
export function networkOf(address: string): string {
  const bare = plainAddress(address).replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Returns the eight groups of an address in any notation: `URL` normalises it. */
function groupsOf(address: string): number[] {
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(before), read(after ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/**
 * A browser in which someone signed in holds a signed entry for that account: a random ID, its creation time and a
 * signature. The signature covers the account, its password hash and session version, so a new password or ending all
 * sessions invalidates the entry. A shared browser holds one entry per account.
 */
export type KnownBrowsers = {
  /** The cookie's value. Untrusted. */
  cookie: string | undefined
  secret: string
}
type Account = { id: string; passwordHash: string; sessionVersion: number }

/** Entries are valid for this long after the last sign-in. */
export const knownBrowserSeconds = 180 * 24 * 3600

const maxEntries = 5

export function knownBrowser({ cookie, secret }: KnownBrowsers, account: Account): string | null {
  return entriesOf(cookie).find((entry) => isValidEntryOf(account, entry, secret))?.id ?? null
}

/** Returns the cookie's new value after a sign-in: a renewed entry for the account, and the others' entries. */
export function rememberBrowser({ cookie, secret }: KnownBrowsers, account: Account): string {
  const others = entriesOf(cookie).filter((entry) => !isValidEntryOf(account, entry, secret))
  const id = knownBrowser({ cookie, secret }, account) ?? randomBytes(16).toString('base64url')
  const at = Math.floor(Date.now() / 1000).toString(36)
  const made = { id, at, signature: signatureOf(account, { id, at }, secret) }
  return [made, ...others]
    .slice(0, maxEntries)
    .map((entry) => `${entry.id}.${entry.at}.${entry.signature}`)
    .join('~')
}

type Entry = { id: string; at: string; signature: string }

function entriesOf(cookie = ''): Entry[] {
  return cookie
    .split('~', maxEntries)
    .map((text) => /^([\w-]{22})\.([\da-z]{1,8})\.([\w-]{43})$/.exec(text))
    .flatMap((match) =>
      match ? [{ id: match[1] ?? '', at: match[2] ?? '', signature: match[3] ?? '' }] : [],
    )
}

function isValidEntryOf(account: Account, entry: Entry, secret: string): boolean {
  if (Number.parseInt(entry.at, 36) + knownBrowserSeconds < Date.now() / 1000) return false
  const expected = Buffer.from(signatureOf(account, entry, secret))
  return timingSafeEqual(expected, Buffer.from(entry.signature))
}

const signatureOf = (account: Account, { id, at }: Pick<Entry, 'id' | 'at'>, secret: string): string =>
  createHmac('sha256', secret)
    .update(['known-browser', account.id, account.passwordHash, account.sessionVersion, id, at].join('\n'))
    .digest('base64url')
