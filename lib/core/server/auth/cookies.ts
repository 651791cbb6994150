import 'server-only'
import type { NextAuthOptions } from 'next-auth'
import { hostCookie } from '../../host-cookie'
import { config } from '../config/config'

export const sessionCookieName = 'next-auth.session-token'

/** With HTTPS the names begin with `__Host-`, so that no other host of the domain can set the cookies. */
export function sessionCookies(): NextAuthOptions['cookies'] {
  const isSecure = config.get().appUrl.startsWith('https:')
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure } as const
  const forProvider = { ...options, maxAge: 15 * 60 }
  return {
    sessionToken: { name: sessionCookie(), options },
    callbackUrl: { name: hostCookie('next-auth.callback-url', isSecure), options },
    csrfToken: { name: hostCookie('next-auth.csrf-token', isSecure), options },
    state: { name: hostCookie('next-auth.state', isSecure), options: forProvider },
    nonce: { name: hostCookie('next-auth.nonce', isSecure), options: forProvider },
    pkceCodeVerifier: { name: hostCookie('next-auth.pkce', isSecure), options: forProvider },
  }
}

export const sessionCookie = (): string =>
  hostCookie(sessionCookieName, config.get().appUrl.startsWith('https:'))
