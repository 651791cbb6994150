import 'server-only'
import { randomUUID } from 'node:crypto'
import type { NextAuthOptions } from 'next-auth'
import Credentials from 'next-auth/providers/credentials'
import { z } from 'zod'
import { engine } from '../../db/engine'
import { isStorable } from '../../gateway/values'
import { clientAddress } from '../client-address'
import { config } from '../config'
import { log } from '../log'
import { endSession, sessionSeconds } from '../users/end-session'
import { signIn } from '../users/sign-in'

const credentials = z.object({
  email: z.string().min(1).max(320).refine(isStorable),
  password: z.string().min(1).max(1000),
})

/**
 * next-auth with credentials, hence JWT sessions. The token carries the person's session version and
 * the session's own ID; every request compares them with the database (`actor.ts`), so that all of a person's
 * sessions can be ended, or one.
 */
export const authOptions = (): NextAuthOptions => ({
  secret: config.get().authSecret,
  session: { strategy: 'jwt', maxAge: sessionSeconds },
  pages: { signIn: '/sign-in', signOut: '/sign-out', error: '/sign-in' },
  providers: [
    Credentials({
      credentials: { email: { type: 'email' }, password: { type: 'password' } },
      async authorize(input, request) {
        const given = credentials.safeParse(input)
        if (!given.success) return null
        const address = clientAddress(new Headers(request.headers as Record<string, string>))
        // next-auth puts an error's message into the address of the page it answers with.
        const result = await signIn(engine.get().db, { ...given.data, address }).catch((error: unknown) => {
          log().error({ err: error }, 'sign-in failed')
          throw new Error('failed')
        })
        if (!result.ok && result.reason === 'throttled') throw new Error('throttled')
        return result.ok
          ? {
              id: result.user.id,
              email: result.user.email,
              name: result.user.name,
              version: result.user.sessionVersion,
            }
          : null
      },
    }),
  ],
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
    // There is no token where the cookie was none.
    signOut: async ({ token }) => {
      if (token?.session && token.endsAt)
        await endSession(engine.get().db, token.session, new Date(token.endsAt))
    },
  },
})
