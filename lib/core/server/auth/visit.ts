import 'server-only'
import { getServerSession } from 'next-auth'
import { encode } from 'next-auth/jwt'
import { unstable_rethrow as rethrowNextControlFlow } from 'next/navigation'
import { isStorageUnavailable } from '../../../db/connection/storage-unavailable'
import { hostCookie } from '../../host-cookie'
import { trustedSeconds } from '../accounts/second-factor'
import type { NewSession } from '../accounts/sessions'
import { knownBrowserSeconds } from '../accounts/sign-in-limits'
import { config } from '../config/config'
import type { SignedIn } from '../context'
import { AppError } from '../errors'
import { noteFailedPage } from '../pages/page-visit'
import { deviceOf } from '../route/client-address'
import { signedIn } from './actor'
import { sessionCookieName } from './cookies'
import { consentSeconds } from './oidc'
import { authOptions, type Visit } from './options'

const knownCookie = 'counterfoil.known-browser'
const trustedCookie = 'counterfoil.trusted-browser'
const identityCookie = 'counterfoil.identity'
const isSecure = () => config.get().appUrl.startsWith('https:')

const cookieIn = (headers: Pick<Headers, 'get'>, name: string) =>
  (headers.get('cookie') ?? '')
    .split('; ')
    .map((pair) => pair.split('='))
    .find(([key]) => key === hostCookie(name, isSecure()))?.[1]

/** The cookie of an identity that waits to be linked, untrusted. */
export const pendingIdentityIn = (headers: Pick<Headers, 'get'>) => cookieIn(headers, identityCookie)

export function visitOf(request: Request): Visit {
  const cookie = (name: string) => cookieIn(request.headers, name)
  return {
    ...deviceOf(request.headers),
    browsers: { cookie: cookie(knownCookie), secret: config.get().authSecret },
    trusted: cookie(trustedCookie),
    replaced: () => getServerSession(authOptions()),
    signedInAs: async () => (await signedIn())?.userId ?? null,
  }
}

/** Returns the `Set-Cookie` values of a sign-in: who signed in from this browser, and that it is trusted. */
export const signInCookies = ({ remembered, newlyTrusted, pendingIdentity }: Visit): string[] => [
  ...(pendingIdentity ? [setCookie(identityCookie, pendingIdentity, consentSeconds)] : []),
  ...(remembered ? [setCookie(knownCookie, remembered, knownBrowserSeconds)] : []),
  ...(newlyTrusted ? [setCookie(trustedCookie, newlyTrusted, trustedSeconds)] : []),
]

/** Returns the `Set-Cookie` value with the token of a session that a proof renewed. */
export async function renewedCookie(
  { userId: sub, version }: Pick<SignedIn, 'userId' | 'version'>,
  { session, endsAt }: NewSession,
): Promise<string> {
  const maxAge = Math.floor((endsAt - Date.now()) / 1000)
  const token = { sub, version, session, endsAt }
  const sealed = await encode({ token, secret: config.get().authSecret, maxAge })
  return setCookie(sessionCookieName, sealed, maxAge)
}

function setCookie(name: string, value: string, seconds: number): string {
  return [
    `${hostCookie(name, isSecure())}=${value}`,
    'Path=/',
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure() ? ['Secure'] : []),
  ].join('; ')
}

/**
 * Runs what a page reads. Drizzle puts a statement's parameters into its message. Therefore errors other than AppError
 * are logged here without them, and leave the page as `internal` or `storage_unavailable`.
 */
export async function pageQuery<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    rethrowNextControlFlow(error)
    if (error instanceof AppError) throw error
    noteFailedPage(error)
    throw new AppError(isStorageUnavailable(error) ? 'storage_unavailable' : 'internal')
  }
}
