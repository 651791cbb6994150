import 'server-only'
import { eq, or, sql } from 'drizzle-orm'
import { normalEmail } from '../../account-email'
import type { Database } from '../../../db/database'
import { signInFailures } from '../tables/users'
import { isIPv6 } from 'node:net'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Failures allowed in a window: for one account from one address (of IPv6: one /64), for one address, and
 * for one account from everywhere. They are counted in this order: what a narrower limit stopped was no guess, and is not
 * counted for the wider ones, or one address could use up what is there for all.
 *
 * An attacker with many addresses can still use up an account's allowance. Therefore a browser in which the account signed in
 * before is counted by itself, and is neither stopped by the others' failures nor adds to them.
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

/** Attempts are counted in windows of so many minutes, in the database, so that a restart forgives nothing. */
const windowMinutes = 15

/** Adds one to a counter, starting it anew where its window ended, and returns the new count. */
export async function countAttempt(db: Database, key: string): Promise<number> {
  const [row] = await db
    .insert(signInFailures)
    .values({ key, failures: 1, windowEndsAt: sql`now() + make_interval(mins => ${windowMinutes})` })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`CASE WHEN ${signInFailures.windowEndsAt} < now() THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${signInFailures.windowEndsAt} < now() THEN excluded.window_ends_at ELSE ${signInFailures.windowEndsAt} END`,
      },
    })
    .returning({ failures: signInFailures.failures })
  return row?.failures ?? 0
}

/** What was counted was no failure. */
export async function takeBack(db: Database, keys: string[]): Promise<void> {
  for (const key of keys) {
    await db
      .update(signInFailures)
      .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
      .where(eq(signInFailures.key, key))
  }
}

/** Forgets windows that ended, so that the table stays as small as the trouble is. */
export async function forgetOldFailures(db: Database): Promise<void> {
  await db.delete(signInFailures).where(sql`${signInFailures.windowEndsAt} < now()`)
}

/**
 * What attempts from an address are counted for: an IPv4 address itself, and of an IPv6 address its /64,
 * within which one line or one rented server can take any address it likes.
 */
export function networkOf(address: string): string {
  const bare = address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  const groups = groupsOf(bare)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an address, however it is written: `URL` brings it into one form. */
function groupsOf(address: string): number[] {
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(before), read(after ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/**
 * A browser in which somebody signed in before holds a signed entry for that account: its own random ID, when it was
 * made, and a signature. The signature covers the account, its password and its session version: another password, or
 * ending all sessions, makes the entry worthless. A browser that several people use holds an entry for each of them.
 */
export type KnownBrowsers = {
  /** What the cookie holds; anybody could have written it. */
  cookie: string | undefined
  secret: string
}
type Account = { id: string; passwordHash: string; sessionVersion: number }

/** Entries are good for so long after the last sign-in. */
export const knownSeconds = 180 * 24 * 3600

/** Of so many people at most. */
const maxEntries = 5

/** The ID of this browser where the account signed in from it before; null: the browser is a stranger. */
export function knownBrowser({ cookie, secret }: KnownBrowsers, account: Account): string | null {
  return entriesOf(cookie).find((entry) => isOf(account, entry, secret))?.id ?? null
}

/** What the cookie holds after the account has signed in: its own entry made anew, and those of others. */
export function rememberBrowser({ cookie, secret }: KnownBrowsers, account: Account): string {
  const others = entriesOf(cookie).filter((entry) => !isOf(account, entry, secret))
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

function isOf(account: Account, entry: Entry, secret: string): boolean {
  if (Number.parseInt(entry.at, 36) + knownSeconds < Date.now() / 1000) return false
  const expected = Buffer.from(signatureOf(account, entry, secret))
  return timingSafeEqual(expected, Buffer.from(entry.signature))
}

const signatureOf = (account: Account, { id, at }: Pick<Entry, 'id' | 'at'>, secret: string): string =>
  createHmac('sha256', secret)
    .update(['known-browser', account.id, account.passwordHash, account.sessionVersion, id, at].join('\n'))
    .digest('base64url')
