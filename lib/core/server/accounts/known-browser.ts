import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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
