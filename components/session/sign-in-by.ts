import { signIn } from 'next-auth/react'

/**
 * Signs in; undefined when the server cannot be reached. Without a `callbackUrl` next-auth stores this page's address,
 * which may hold an invitation's token.
 */
export const signInBy = (credentials: Record<string, string>) =>
  signIn('credentials', { ...credentials, redirect: false, callbackUrl: '/' }).catch(() => undefined)
