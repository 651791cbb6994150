import 'server-only'
import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { recordAccess } from '../activity/access'
import { factors, trustedBrowsers } from '../tables/factors'
import { takeCode } from './codes'
import { hashOfToken, newToken } from './secret-token'
import { decrementCounters, incrementCounter } from './sign-in-limits'

type Person = { id: string; email: string }
type Given = { code: string | undefined; trusted: string | undefined; address: string | null }

/** Why a right password is not enough. `second_factor`: the person has one, and gave none. */
export type SecondStep = 'second_factor' | 'wrong_code' | 'throttled'

/** Wrong codes of one person, from anywhere, within the window of sign-in-limits.ts. */
const maxWrong = 5

export const hasFactor = async (db: Database, userId: string): Promise<boolean> =>
  (await db.$count(factors, and(eq(factors.userId, userId), isNotNull(factors.confirmedAt)))) > 0

/**
 * Checks the second step of a person who gave the right password. `missing` null: they may enter. `isCodeRight`: by a
 * code, which alone lets them trust the browser. A code is not looked at without a factor or in a trusted browser.
 */
export async function secondStep(
  engine: Engine,
  person: Person,
  given: Given,
): Promise<{ missing: SecondStep | null; isCodeRight: boolean }> {
  const { db } = engine
  const withoutCode = { missing: null, isCodeRight: false }
  if (!(await hasFactor(db, person.id))) return withoutCode
  if (given.trusted && (await isTrusted(db, person.id, given.trusted))) return withoutCode
  if (given.code === undefined) return { missing: 'second_factor', isCodeRight: false }
  const missing = await checkCode(engine, person, { code: given.code, address: given.address })
  return { missing, isCodeRight: missing === null }
}

/** Checks a code within a limit, and records a failure. Null: it was right. */
export async function checkCode(
  engine: Engine,
  person: Person,
  { code, address }: { code: string; address: string | null },
): Promise<'wrong_code' | 'throttled' | null> {
  const { db } = engine
  const key = `code:${person.id}`
  const count = await incrementCounter(db, key)
  const event = { account: person.email, userId: person.id, address, isByAccount: false }
  if (count > maxWrong) {
    const isRecorded = count === maxWrong + 1
    await recordAccess(db, { ...event, action: 'factor.throttled', reason: 'limit', isRecorded })
    return 'throttled'
  }
  const result = await takeCode(engine, person.id, code)
  if (result !== 'taken') {
    await recordAccess(db, { ...event, action: 'factor.refused', reason: `${result}_code` })
    return 'wrong_code'
  }
  await decrementCounters(db, [key])
  return null
}

/** A browser is trusted for this long after a second factor. */
export const trustedSeconds = 30 * 24 * 3600

/** Trusts a browser. Returns the token for its cookie. */
export async function trustBrowser(db: Database, userId: string): Promise<string> {
  const token = newToken()
  const expiresAt = sql`now() + make_interval(secs => ${trustedSeconds})`
  await db.insert(trustedBrowsers).values({ tokenHash: hashOfToken(token), userId, expiresAt })
  return token
}

async function isTrusted(db: Database, userId: string, token: string): Promise<boolean> {
  const whereTrusted = and(
    eq(trustedBrowsers.tokenHash, hashOfToken(token)),
    eq(trustedBrowsers.userId, userId),
    gt(trustedBrowsers.expiresAt, sql`now()`),
  )
  return (await db.$count(trustedBrowsers, whereTrusted)) > 0
}

/** Ends the trust in all browsers of the person. */
export async function forgetTrustedBrowsers(db: Database, userId: string): Promise<void> {
  await db.delete(trustedBrowsers).where(eq(trustedBrowsers.userId, userId))
}

export async function forgetOldTrust(db: Database): Promise<void> {
  await db.delete(trustedBrowsers).where(lt(trustedBrowsers.expiresAt, sql`now()`))
}
