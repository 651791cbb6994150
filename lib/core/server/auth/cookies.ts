import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import { hostCookie } from '../../host-cookie'
import { config } from '../config/config'

export const sessionCookieName = 'next-auth.session-token'

/** With HTTPS the names begin with `__Host-`, so that no other host of the domain can set the cookies. */
export function sessionCookies(): NextAuthOptions['cookies'] {
  const secure = config.get().appUrl.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const
  const forProvider = { ...options, maxAge: 15 * 60 }
  return {
    sessionToken: { name: sessionCookie(), options },
    callbackUrl: { name: hostCookie('next-auth.callback-url', secure), options },
    csrfToken: { name: hostCookie('next-auth.csrf-token', secure), options },
    state: { name: hostCookie('next-auth.state', secure), options: forProvider },
    nonce: { name: hostCookie('next-auth.nonce', secure), options: forProvider },
    pkceCodeVerifier: { name: hostCookie('next-auth.pkce', secure), options: forProvider },
  }
}

export const sessionCookie = (): string =>
  hostCookie(sessionCookieName, config.get().appUrl.startsWith('https:'))
