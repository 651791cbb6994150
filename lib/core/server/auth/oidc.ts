import 'server-only'
import { and, eq, gt, inArray, notInArray, sql } from 'drizzle-orm'
import { HttpsProxyAgent } from 'https-proxy-agent'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { v4 as uuidv4 } from 'uuid'
import { z } from 'zod'
import { normalEmail } from '../../account/account-email'
import { engine } from '../../../db/engine'
import { proxyFor } from '../../../db/outgoing/proxy'
import { isStorable } from '../../../gateway/values/storable'
import { endEarlierAccess } from '../accounts/earlier-access'
import { notify } from '../accounts/notices'
import { hashPassword } from '../accounts/passwords'
import { hashOfToken, newToken } from '../accounts/secret-token'
import { incrementCounter, networkOf } from '../accounts/sign-in-limits'
import { recordAccess } from '../activity/access'
import { config } from '../config/config'
import { type Demands, discoveryAddress } from '../config/oidc'
import { identities, pendingIdentities, users } from '../tables/users'
import { applyClaimedRoles } from './claimed-roles'
import { isLocalSignInOn } from './local-sign-in'

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
    authorization: { params: { scope: 'openid email profile', ...askedOf(provider.demands) } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    httpOptions: { timeout: 10_000, agent: agentOf(provider.issuer) },
    // Who it is decides `enterByProvider`.
    profile: ({ sub }) => ({ id: String(sub), version: 0, session: '', endsAt: 0 }),
  }))

/** The proxy of the environment, where it names one for this provider. */
function agentOf(issuer: string): HttpsProxyAgent<string> | undefined {
  const proxy = proxyFor(new URL(issuer))
  return proxy ? new HttpsProxyAgent(proxy) : undefined
}

/** What the provider is asked for. It may ignore this, so `missedDemand` checks what it says. */
const askedOf = ({ acrValues, maxAgeMinutes }: Demands): Record<string, string> => ({
  ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
  ...(maxAgeMinutes !== null && { max_age: String(maxAgeMinutes * 60) }),
})

/** How far the provider's clock may be ahead, as for the other times of a token. */
const clockSeconds = 60

const strength = z.object({
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).catch([]),
  auth_time: z.number().optional().catch(undefined),
})

/** Returns why the sign-in at the provider is not enough. Null: it is. */
function missedDemand(profile: unknown, { acrValues, amr, maxAgeMinutes }: Demands): 'weak' | 'stale' | null {
  const claims = strength.parse(profile)
  if (acrValues.length > 0 && !acrValues.includes(claims.acr ?? '')) return 'weak'
  if (!amr.every((method) => claims.amr.includes(method))) return 'weak'
  if (maxAgeMinutes === null) return null
  const age = Date.now() / 1000 - (claims.auth_time ?? 0)
  return age > maxAgeMinutes * 60 + clockSeconds || age < -clockSeconds ? 'stale' : null
}

/** What is used of an ID token. */
const claims = z.object({
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.string().max(254).refine(isStorable).optional(),
  preferred_username: z.string().max(254).refine(isStorable).optional().catch(undefined),
  // Some providers send it as text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((said) => said === 'true')])
    .optional(),
})

type Entered =
  | { kind: 'known'; user: typeof users.$inferSelect }
  /** Linked once the person consents; `token` is for a cookie. */
  | { kind: 'pending'; token: string }
  | { kind: 'refused'; reason: 'unverified' | 'no_account' | 'disabled' | 'invalid' | 'weak' | 'stale' }

/** How long a person has to consent to the link of an identity. */
export const consentSeconds = 15 * 60

type Given = {
  provider: string
  profile: unknown
  address: string
  /** The person who is signed in, who may link an identity without a verified e-mail. */
  signedInAs: string | null
}
type Claims = z.output<typeof claims>
type User = typeof users.$inferSelect

/**
 * Decides whether a person identified by a provider can sign in. An identity signs in to the account that it is linked
 * to. An unlinked one is offered to the account with its e-mail, if the provider verified that, or to the person who is
 * signed in here. Records the result.
 */
export async function enterByProvider(given: Given): Promise<Entered> {
  const { provider, address } = given
  const parsed = claims.safeParse(given.profile)
  if (!parsed.success) return refuse({ provider, address, reason: 'invalid' })
  const settings = config.get().oidc.find(({ id }) => id === provider)
  const missed = settings ? missedDemand(given.profile, settings.demands) : 'invalid'
  if (missed) return refuse({ provider, address, reason: missed })
  const [linked] = await engine
    .get()
    .db.select({ id: identities.id, user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, parsed.data.sub)))
  if (!linked) return enterUnlinked(given, parsed.data)
  const { id, user } = linked
  if (user.disabledAt) return refuse({ provider, address, reason: 'disabled', user })
  return enterLinked(given, { id, user })
}

async function enterLinked(given: Given, { id, user }: { id: string; user: User }): Promise<Entered> {
  const { db } = engine.get()
  await db
    .update(identities)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(identities.id, id))
  await db
    .update(users)
    .set({ lastSignInAt: sql`now()` })
    .where(eq(users.id, user.id))
  const { id: userId, email: account } = user
  const event = { account, userId, address: given.address, provider: given.provider }
  await recordAccess(db, { ...event, action: 'sign_in.succeeded', reason: 'provider' })
  await grantClaimed(given, user)
  return { kind: 'known', user }
}

async function enterUnlinked(
  given: Given,
  { sub: subject, email = '', email_verified: isVerified = false, preferred_username: name = '' }: Claims,
): Promise<Entered> {
  const { db } = engine.get()
  const { provider, address } = given
  const hasVerified = email !== '' && isVerified
  const whereEmail = eq(users.email, normalEmail(email))
  const [named] = hasVerified ? await db.select().from(users).where(whereEmail) : []
  const user = named?.disabledAt ? undefined : named
  const userId = user?.id ?? given.signedInAs
  if (!userId) return refuse({ provider, address, reason: hasVerified ? 'no_account' : 'unverified' })
  if (user && given.signedInAs !== user.id && !(await isLocalSignInOn()) && (await isUnlinked(user.id)))
    return enterVouched(given, { user, subject })
  const token = newToken()
  const expiresAt = sql<Date>`now() + make_interval(secs => ${consentSeconds})`
  const pending = { userId, provider, subject, label: email || name, expiresAt }
  await db.insert(pendingIdentities).values({ tokenHash: hashOfToken(token), ...pending })
  return { kind: 'pending', token }
}

/**
 * Links an account without a linked identity, because the provider vouches for the e-mail address: with local sign-in
 * off there is no other way in. Another person, such as one who saw the invitation, may have used the account so far.
 * Their sessions, password, second factors and tokens end, and links to providers that are no longer in the settings.
 */
async function enterVouched(
  given: Given,
  { user, subject }: { user: User; subject: string },
): Promise<Entered> {
  const { provider, address } = given
  const { id: userId, email } = user
  const passwordHash = await hashPassword(newToken())
  const id = uuidv4()
  const current = await engine.get().db.transaction(async (tx) => {
    const linked = { id, userId, provider, subject }
    const { rowCount } = await tx.insert(identities).values(linked).onConflictDoNothing()
    if (rowCount === 0) return null
    const reason = 'provider_vouched' as const
    const event = { account: email, userId, address, reason }
    await recordAccess(tx, { ...event, action: 'identity.linked', provider })
    const whereGone = and(eq(identities.userId, userId), notInArray(identities.provider, providerIds()))
    const gone = await tx.delete(identities).where(whereGone).returning({ provider: identities.provider })
    for (const link of gone) await recordAccess(tx, { ...event, action: 'identity.removed', ...link })
    return endEarlierAccess(tx, { userId, email, address }, { passwordHash, reason })
  })
  // Another sign-in linked it meanwhile.
  if (!current) return enterByProvider(given)
  await notify(engine.get(), { kind: 'identity_vouched', userId, address })
  return enterLinked(given, { id, user: current })
}

async function grantClaimed(
  { provider: id, profile, address }: { provider: string; profile: unknown; address: string },
  user: typeof users.$inferSelect,
): Promise<void> {
  const provider = config.get().oidc.find((one) => one.id === id)
  if (provider) await applyClaimedRoles(engine.get().db, provider, { person: { ...user, address }, profile })
}

const providerIds = (): string[] => config.get().oidc.map(({ id }) => id)

/** Whether the person has no link to any provider that is set up now. Links to other providers do not count. */
const isUnlinked = async (userId: string): Promise<boolean> => {
  const whereLinked = and(eq(identities.userId, userId), inArray(identities.provider, providerIds()))
  return (await engine.get().db.$count(identities, whereLinked)) === 0
}

type NotEntered = (Entered & { kind: 'refused' })['reason']
/** Returns why a person identified by a provider was refused. */
export type ProviderRefusal = NotEntered | (typeof patterns)[number][1] | 'failed'

type Refusal = {
  provider: string
  address: string
  reason: ProviderRefusal
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
    reason: `provider_${reason}`,
    provider,
    isRecorded: count === 1,
  })
}

async function refuse<Reason extends NotEntered>(refusal: Refusal & { reason: Reason }): Promise<Entered> {
  await recordProviderRefusal(refusal)
  return { kind: 'refused', reason: refusal.reason }
}

const patterns = [
  [/\biss\b|issuer/, 'wrong_issuer'],
  [/\baud\b|audience|\bazp\b/, 'wrong_audience'],
  [/nonce/, 'wrong_nonce'],
  [/state/i, 'wrong_state'],
  [/pkce|verifier/i, 'wrong_verifier'],
  [/signature|jwks|\bkid\b|matching key/i, 'wrong_signature'],
  [/expired|\bexp\b|\biat\b|\bnbf\b/, 'wrong_time'],
] as const

/** Says in a word why next-auth refused what a provider sent. */
export const reasonOfRefusal = (message: string): ProviderRefusal =>
  patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'failed'

/** Returns the provider's identity that the person has yet to confirm, by its token; null without a valid one. */
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
