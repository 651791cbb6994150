import 'server-only'
import { randomUUID } from 'node:crypto'
import type { NextAuthOptions, Session } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { z } from 'zod'
import { hostCookie } from '../../host-cookie'
import { engine } from '../../../db/engine'
import { isStorable } from '../../../gateway/values'
import { config } from '../config'
import { log } from '../log'
import { endSession, sessionSeconds } from '../accounts/sessions'
import type { KnownBrowsers } from '../accounts/sign-in-limits'
import { signIn, type SignIn } from '../accounts/sign-in'

/** A request that may sign somebody in or out. */
export type Visit = {
  address: string
  browsers: KnownBrowsers
  /** The session that a sign-in replaces. */
  session: Session | null
  /** New value of the cookie of known browsers, set by a sign-in. */
  remembered?: string
}

const credentials = z.object({
  email: z.string().min(1).max(320).refine(isStorable),
  password: z.string().min(1).max(1000),
})

/**
 * Returns next-auth's options: credentials, hence JWT sessions. The token carries the person's session version and the
 * session's ID. Every request compares both with the database (`actor.ts`), so that one or all of a person's sessions
 * can be ended. Without a `visit` nobody can sign in, which is enough to read a session.
 */
export const authOptions = (visit?: Visit): NextAuthOptions => ({
  secret: config.get().authSecret,
  session: { strategy: 'jwt', maxAge: sessionSeconds },
  cookies: sessionCookies(),
  logger,
  pages: { signIn: '/sign-in', signOut: '/sign-out', error: '/sign-in' },
  providers: visit ? [byPassword(visit)] : [],
  callbacks: {
    jwt: ({ token, user }) =>
      user
        ? {
            ...token,
            sub: user.id,
            version: user.version,
            session: randomUUID(),
            endsAt: Date.now() + sessionSeconds * 1000,
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
      if (token?.session && token.endsAt)
        await endSession(engine.get().db, token.session, new Date(token.endsAt))
    },
  },
})

/** With HTTPS the names begin with `__Host-`, so that no other host of the domain can set the cookies. */
function sessionCookies(): NextAuthOptions['cookies'] {
  const secure = config.get().appUrl.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  return {
    sessionToken: { name: sessionCookie(), options },
    callbackUrl: { name: hostCookie('next-auth.callback-url', secure), options },
    csrfToken: { name: hostCookie('next-auth.csrf-token', secure), options },
  }
}

/** Replaces next-auth's console output. An invalid cookie from a browser is not our error. */
const logger: NextAuthOptions['logger'] = {
  error: (code, metadata) => {
    const error = metadata instanceof Error ? metadata : metadata.error
    if (code === 'JWT_SESSION_ERROR') log().info({ code }, 'a session cookie could not be read')
    else log().error({ code, err: error }, 'sign-in failed')
  },
  warn: (code) => log().debug({ code }, 'next-auth warns'),
  debug: () => undefined,
}

const byPassword = (visit: Visit) =>
  Credentials({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(input) {
      const given = credentials.safeParse(input)
      if (!given.success) return null
      // next-auth puts an error's message into the address of the page it answers with, so hide it.
      const result = await signInVisit(given.data, visit).catch((error: unknown) => {
        log().error({ err: error }, 'sign-in failed')
        throw new Error('failed')
      })
      if (!result.ok && result.reason === 'throttled') throw new Error('throttled')
      if (!result.ok) return null
      const { id, email, name, sessionVersion: version } = result.user
      return { id, email, name, version }
    },
  })

/** Signs in. Ends this browser's previous session, which also invalidates copies of its token. */
async function signInVisit(given: z.output<typeof credentials>, visit: Visit): Promise<SignIn> {
  const { db } = engine.get()
  const { address, browsers, session } = visit
  const result = await signIn(db, { ...given, address, browsers })
  if (!result.ok) return result
  if (session?.id) await endSession(db, session.id, new Date(session.endsAt))
  visit.remembered = result.knownBrowsers
  return result
}

export const sessionCookie = (): string =>
  hostCookie('next-auth.session-token', config.get().appUrl.startsWith('https:'))
