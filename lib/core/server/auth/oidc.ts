import 'server-only'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { z } from 'zod'
import { normalEmail } from '../../account-email'
import { engine } from '../../../db/engine'
import { isStorable } from '../../../gateway/values'
import { hashOfToken, newToken } from '../accounts/secret-token'
import { incrementCounter, networkOf } from '../accounts/sign-in-limits'
import { recordAccess } from '../activity/access'
import { config } from '../config'
import { discoveryAddress } from '../config-oidc'
import { identities, pendingIdentities, users } from '../tables/users'

type Profile = Record<string, unknown>

/** The configured providers as next-auth takes them. It checks signature, issuer, audience, time, nonce, state and PKCE. */
export const oidcProviders = (): OAuthConfig<Profile>[] =>
  config.get().oidc.map((provider) => ({
    id: provider.id,
    name: provider.name,
    type: 'oauth',
    wellKnown: discoveryAddress(provider),
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: 10_000 },
    // Who it is decides `enterByProvider`.
    profile: ({ sub }) => ({ id: String(sub), version: 0, session: '', endsAt: 0 }),
  }))

/** What is used of an ID token. */
const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.string().max(254).refine(isStorable).optional(),
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')])
    .optional(),
})

type Entered =
  | { kind: 'known'; user: typeof users.$inferSelect }
  /** Linked once the person consents; `token` is for a cookie. */
  | { kind: 'pending'; token: string }
  | { kind: 'refused'; reason: 'unverified' | 'no_account' | 'disabled' | 'invalid' }

/** How long somebody has to consent that an identity is linked. */
export const consentSeconds = 15 * 60

/**
 * Decides what becomes of somebody whom a provider vouches for. An identity signs in to the account that it is linked to.
 * One that is linked to none is offered to the account with its e-mail, if the provider verified that. Records the result.
 */
export async function enterByProvider(given: {
  provider: string
  profile: unknown
  address: string
}): Promise<Entered> {
  const { db } = engine.get()
  const { provider, address } = given
  const parsed = claims.safeParse(given.profile)
  if (!parsed.success) return refuse({ provider, address, reason: 'invalid' })
  const { sub: subject, email = '', email_verified: isVerified = false } = parsed.data
  const [linked] = await db
    .select({ id: identities.id, user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
  if (linked?.user.disabledAt) return refuse({ provider, address, reason: 'disabled', user: linked.user })
  if (linked) {
    await db
      .update(identities)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(identities.id, linked.id))
    await db
      .update(users)
      .set({ lastSignInAt: sql`now()` })
      .where(eq(users.id, linked.user.id))
    const { id: userId, email: account } = linked.user
    const event = { account, userId, address, reason: `provider_${provider}` }
    await recordAccess(db, { ...event, action: 'sign_in.succeeded' })
    return { kind: 'known', user: linked.user }
  }
  if (email === '' || !isVerified) return refuse({ provider, address, reason: 'unverified' })
  const [user] = await db
    .select()
    .from(users)
    .where(eq(users.email, normalEmail(email)))
  if (!user || user.disabledAt) return refuse({ provider, address, reason: 'no_account' })
  const token = newToken()
  const expiresAt = sql<Date>`now() + make_interval(secs => ${consentSeconds})`
  await db
    .insert(pendingIdentities)
    .values({ tokenHash: hashOfToken(token), userId: user.id, provider, subject, expiresAt })
  return { kind: 'pending', token }
}

type Refusal = {
  provider: string
  address: string
  reason: string
  user?: Pick<typeof users.$inferSelect, 'id' | 'email'>
}

/** Records a refused sign-in: each in the log, and as activity once per network, reason and window. */
export async function recordProviderRefusal({ provider, address, reason, user }: Refusal): Promise<void> {
  const { db } = engine.get()
  const count = await incrementCounter(db, `provider:${networkOf(address)} ${provider} ${reason}`)
  await recordAccess(db, {
    action: 'sign_in.failed',
    account: user?.email ?? null,
    userId: user?.id ?? null,
    isByAccount: false,
    address,
    reason: `provider_${provider}_${reason}`,
    isRecorded: count === 1,
  })
}

async function refuse<Reason extends (Entered & { kind: 'refused' })['reason']>(
  refusal: Refusal & { reason: Reason },
): Promise<Entered> {
  await recordProviderRefusal(refusal)
  return { kind: 'refused', reason: refusal.reason }
}

const patterns: readonly [pattern: RegExp, reason: string][] = [
  [/\biss\b|issuer/, 'wrong_issuer'],
  [/\baud\b|audience|\bazp\b/, 'wrong_audience'],
  [/nonce/, 'wrong_nonce'],
  [/state/i, 'wrong_state'],
  [/pkce|verifier/i, 'wrong_verifier'],
  [/signature|jwks|\bkid\b|matching key/i, 'wrong_signature'],
  [/expired|\bexp\b|\biat\b|\bnbf\b/, 'wrong_time'],
]

/** Says in a word why next-auth refused what a provider sent. */
export const reasonOfRefusal = (message: string): string =>
  patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed'

/** The identity that waits for this person's consent; null if there is none any more. */
export async function pendingIdentityOf(token: string | undefined) {
  if (!token) return null
  const [found] = await engine
    .get()
    .db.select({ pending: pendingIdentities, email: users.email })
    .from(pendingIdentities)
    .innerJoin(users, eq(users.id, pendingIdentities.userId))
    .where(
      and(eq(pendingIdentities.tokenHash, hashOfToken(token)), gt(pendingIdentities.expiresAt, sql`now()`)),
    )
  if (!found) return null
  const provider = config.get().oidc.find(({ id }) => id === found.pending.provider)
  return provider ? { ...found.pending, email: found.email, providerName: provider.name } : null
}
