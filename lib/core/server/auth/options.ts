import 'server-only'
import type { NextAuthOptions, Session, User } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { z } from 'zod'
import { engine } from '../../../db/engine'
import { isStorable } from '../../../gateway/values/storable'
import { config } from '../config/config'
import { log } from '../log/log'
import { logAccess } from '../activity/access'
import { AppError } from '../errors'
import {
  beginSession,
  endSession,
  sessionSeconds,
  type Device,
  type GivenLogin,
  type NewSession,
} from '../accounts/sessions'
import { notify } from '../accounts/notices'
import { secondStep, trustBrowser } from '../accounts/second-factor'
import { knownBrowser, rememberBrowser, type KnownBrowsers } from '../accounts/sign-in-limits'
import { signIn, type Entered, type SignIn } from '../accounts/sign-in'
import { sessionCookies } from './cookies'
import { isLocalSignInOn, refuseLocalSignIn } from './local-sign-in'
import { enterByProvider, oidcProviders, reasonOfRefusal, type ProviderRefusal } from './oidc'
import { signInWithPasskey } from './passkey-sign-in'
import { urlOf } from '../../../gateway/values/url'

/** A request that may sign a person in or out. */
export type Visit = Device & {
  browsers: KnownBrowsers
  /** Reads the session that a sign-in replaces. */
  replaced: () => Promise<Session | null>
  /** Returns the ID of the person who is signed in, or null. */
  signedInAs: () => Promise<string | null>
  /** Set by a sign-in. */
  began?: NewSession
  /** New value of the cookie of known browsers, set by a sign-in. */
  remembered?: string
  /** The cookie of a browser in which no second factor is asked for, untrusted, and its new value. */
  trusted: string | undefined
  newlyTrusted?: string
  /** The cookie of an identity that waits to be linked. */
  pendingIdentity?: string
  /** Why what a provider sent was refused. */
  providerRefusal?: ProviderRefusal
}

const passwordFields = z.object({
  email: z.string().min(1).max(320).refine(isStorable),
  password: z.string().min(1).max(1000),
  code: z.string().min(1).max(100).optional(),
  trusts: z.literal('on').optional(),
})
const passkeyFields = z.object({ passkey: z.string().max(8000) })

/** Reasons that the sign-in form shows. Any other looks like a wrong password. */
const shownReasons: readonly string[] = ['throttled', 'second_factor', 'wrong_code', 'provider_only']

/**
 * Returns next-auth's options: credentials, hence JWT sessions. The token carries the person's session version and the
 * session's ID. Every request looks both up in the database (`actor.ts`), so that one or all of a person's sessions can
 * be ended. Without a `visit` no one can sign in, but a session can be read.
 */
export const authOptions = (visit?: Visit): NextAuthOptions => ({
  secret: config.get().authSecret,
  session: { strategy: 'jwt', maxAge: sessionSeconds },
  cookies: sessionCookies(),
  logger: loggerOf(visit),
  pages: { signIn: '/sign-in', signOut: '/sign-out', error: '/sign-in' },
  providers: visit ? [credentialsProvider(visit), ...oidcProviders()] : [],
  callbacks: {
    redirect: ({ url, baseUrl }) => ownAddress(url, baseUrl),
    signIn: ({ user, account, profile }) =>
      account?.type === 'oauth' && visit
        ? enterVisit(visit, { user, provider: account.provider, profile })
        : true,
    jwt: ({ token, user }) =>
      user
        ? {
            ...token,
            sub: user.id,
            version: user.version,
            session: user.session,
            endsAt: user.endsAt,
          }
        : token,
    session: ({ session, token }) => ({
      ...session,
      user: { id: token.sub ?? '', version: token.version ?? 0 },
      id: token.session ?? '',
      endsAt: token.endsAt ?? 0,
    }),
  },
  events: {
    // The token is missing if the cookie was invalid.
    signOut: async ({ token }) => {
      if (token?.session) await endSession(engine.get().db, token.session)
    },
  },
})

/** Never leads to another origin. next-auth's own rule fails for text that is not an address. */
function ownAddress(url: string, baseUrl: string): string {
  const target = urlOf(url, baseUrl)
  return target?.origin === new URL(baseUrl).origin ? target.href : baseUrl
}

/** What next-auth calls a cookie that it could not read; at sign-out, the database may have failed instead. */
const isInvalidCookie = (code: string, error: Error): boolean =>
  code === 'JWT_SESSION_ERROR' ||
  (code === 'SIGNOUT_ERROR' && 'code' in error && String(error.code).startsWith('ERR_J'))

/** Replaces next-auth's console output. An invalid cookie from a browser is not our error. */
const loggerOf = (visit: Visit | undefined): NextAuthOptions['logger'] => ({
  error: (code, metadata) => {
    const error = metadata instanceof Error ? metadata : metadata.error
    // What a provider, or someone in its name, sent: recorded with its reason (app/api/auth).
    if (visit && code.startsWith('OAUTH_')) {
      visit.providerRefusal ??= reasonOfRefusal(error.message)
      // Another reason is mostly a setting: the operator has to see what the provider says.
      log()[visit.providerRefusal === 'failed' ? 'warn' : 'debug'](
        { code, err: error },
        'sign-in by a provider failed',
      )
      return
    }
    if (isInvalidCookie(code, error)) log().info({ code }, 'a session cookie could not be read')
    else log().error({ code, err: error }, 'sign-in failed')
  },
  warn: (code) => log().debug({ code }, 'next-auth warns'),
  debug: () => undefined,
})

const credentialsProvider = (visit: Visit) =>
  Credentials({
    credentials: {
      email: { type: 'email' },
      password: { type: 'password' },
      code: {},
      trusts: {},
      passkey: {},
    },
    async authorize(input) {
      // next-auth puts an error's message into the address of the page it answers with, so hide it.
      const result = await signInVisit(input, visit).catch((error: unknown) => {
        log().error({ err: error }, 'sign-in failed')
        throw new Error('failed')
      })
      if (!result.isSignedIn && shownReasons.includes(result.reason)) throw new Error(result.reason)
      if (!result.isSignedIn || !visit.began) return null
      const { id, email, name, sessionVersion: version } = result.user
      return { id, email, name, version, ...visit.began }
    },
  })

/** Signs in a person identified by a provider, or returns where to go instead. */
async function enterVisit(
  visit: Visit,
  { user, provider, profile }: { user: User; provider: string; profile: unknown },
): Promise<true | string> {
  const entered = await enterByProvider({
    provider,
    profile,
    address: visit.address,
    signedInAs: await visit.signedInAs(),
  })
  if (entered.kind === 'refused') return `/sign-in?error=provider_${entered.reason}`
  if (entered.kind === 'pending') {
    visit.pendingIdentity = entered.token
    return '/link-account'
  }
  const { id, email, name, sessionVersion: version } = entered.user
  const began = await beginVisit(visit, {
    userId: id,
    provider,
    isNewBrowser: knownBrowser(visit.browsers, entered.user) === null,
    knownBrowsers: rememberBrowser(visit.browsers, entered.user),
  })
  // next-auth makes the token from this object.
  Object.assign(user, { id, email, name, version, ...began })
  return true
}

/**
 * Begins the session of the person who signed in. Ends this browser's previous session, which also invalidates copies
 * of its token. Returns false if the password or the e-mail was changed meanwhile.
 */
async function beginEntered(visit: Visit, { user, ...entered }: Entered): Promise<boolean> {
  try {
    visit.began = await beginVisit(visit, { userId: user.id, ...entered })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthenticated') return false
    throw error
  }
}

type Beginning = {
  userId: string
  isNewBrowser: boolean
  knownBrowsers: string
  provider?: string
  given?: GivenLogin | undefined
}

async function beginVisit(
  visit: Visit,
  { userId, isNewBrowser, knownBrowsers, provider, given }: Beginning,
): Promise<NewSession> {
  const { db } = engine.get()
  const session = await visit.replaced()
  if (session?.id) await endSession(db, session.id)
  const began = await beginSession(db, userId, visit, { provider, given })
  visit.remembered = knownBrowsers
  const { address, userAgent } = visit
  if (isNewBrowser) await notify(engine.get(), { kind: 'sign_in', userId, address, userAgent })
  return began
}

async function signInVisit(input: unknown, visit: Visit): Promise<SignIn> {
  if (!(await isLocalSignInOn())) {
    await refuseLocalSignIn(visit.address)
    return { isSignedIn: false, reason: 'provider_only' }
  }
  const passkey = passkeyFields.safeParse(input)
  if (passkey.success) {
    const entered = await signInWithPasskey(engine.get().db, passkey.data.passkey, visit)
    if (entered.isSignedIn) await beginEntered(visit, entered)
    return entered
  }
  const given = passwordFields.safeParse(input)
  const { address, browsers, trusted } = visit
  if (!given.success) {
    // No account has such an address or password. What was typed may be a secret.
    logAccess({ action: 'sign_in.failed', account: null, userId: null, address, reason: 'invalid' })
    return { isSignedIn: false, reason: 'wrong' }
  }
  const { email, password, code, trusts } = given.data
  const { db } = engine.get()
  let isCodeRight = false
  const result = await signIn(db, {
    email,
    password,
    address,
    browsers,
    secondStep: async (user) => {
      const step = await secondStep(engine.get(), user, { code, trusted, address })
      isCodeRight = step.isCodeRight
      return step.missing
    },
    begin: (entered) => beginEntered(visit, entered),
  })
  if (result.isSignedIn && trusts && isCodeRight) visit.newlyTrusted = await trustBrowser(db, result.user.id)
  return result
}
