import 'server-only'
import { inArray, sql } from 'drizzle-orm'
import { config } from '../config/config'
import type { SignedIn } from '../context'
import { AppError } from '../errors'
import { qualified } from '../sql'
import { factors } from '../tables/factors'
import { installation } from '../tables/installation'
import { identities, users } from '../tables/users'

/**
 * For a row of `users`: whether they have a second factor, and the seconds left to add one (null: none is required).
 */
export const factorColumns = {
  hasFactor: sql<boolean>`EXISTS (SELECT 1 FROM ${factors} WHERE ${qualified(factors.userId)} = ${qualified(users.id)}
    AND ${qualified(factors.confirmedAt)} IS NOT NULL)`,
  factorDueIn: sql<
    number | null
  >`(SELECT extract(epoch FROM greatest(${qualified(installation.factorSince)}, ${qualified(users.createdAt)})
    + make_interval(days => ${qualified(installation.factorGraceDays)}) - now())::int
    FROM ${installation} WHERE ${qualified(installation.factorSince)} IS NOT NULL)`,
}

/**
 * The same without a session, for API tokens and jobs: a person who can sign in through a provider meets its demands. A
 * provider that is no longer in the settings requires nothing.
 */
export const factorColumnsOfPerson = () => {
  const providers = config.get().oidc.map(({ id }) => id)
  return {
    ...factorColumns,
    hasFactor: sql<boolean>`(${factorColumns.hasFactor} OR EXISTS (SELECT 1 FROM ${identities}
      WHERE ${qualified(identities.userId)} = ${qualified(users.id)} AND ${inArray(qualified(identities.provider), providers)}))`,
  }
}

/**
 * Closes what needs a second factor to people without one once their time is over. `ofShop`: seconds left by the shop's
 * own rule. Returns how many seconds are left; undefined: no factor is missing.
 * @throws AppError `factor_needed`
 */
export function requireFactor(
  { hasFactor, factorDueIn }: Pick<SignedIn, 'hasFactor' | 'factorDueIn'>,
  ofShop: number | null = null,
): number | undefined {
  const rules = [factorDueIn ?? null, ofShop].filter((seconds) => seconds !== null)
  if (hasFactor || rules.length === 0) return undefined
  const left = Math.min(...rules)
  if (left <= 0) throw new AppError('factor_needed')
  return left
}

/**
 * Asks for a recent proof of identity, before anything that a thief of an open session must not do. A handler declares
 * it with `isRecentSignInNeeded`; the browser then asks the person and sends the request again. A proof that lies far
 * in the future does not count: the clock was put back since.
 * @throws AppError `sign_in_again`
 */
export function requireRecentSignIn({ provenSecondsAgo }: Pick<SignedIn, 'provenSecondsAgo'>): void {
  if (provenSecondsAgo === undefined || Math.abs(provenSecondsAgo) > config.get().signInAgainSeconds)
    throw new AppError('sign_in_again')
}
