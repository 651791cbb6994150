import { getToken } from 'next-auth/jwt'
import { NextResponse, type NextRequest } from 'next/server'
import { isPaymentWidget, nonceHeader, visitedHeader } from '@/lib/core/server/pages/proxy-request'
import { sessionCookie } from '@/lib/core/server/auth/cookies'
import { config as settings } from '@/lib/core/server/config/config'

/**
 * Page visits: the Content-Security-Policy with its nonce, and the redirect to sign-in for visitors without a session.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, search } = request.nextUrl
  if (
    !isPublic(pathname) &&
    !(await getToken({ req: request, secret: settings.get().authSecret, cookieName: sessionCookie() }))
  ) {
    const signIn = new URL('/sign-in', settings.get().appUrl)
    if (pathname !== '/') signIn.searchParams.set('callbackUrl', pathname + search)
    return NextResponse.redirect(signIn)
  }
  // Without a sandbox its pages have no data.
  if (isSandbox(pathname) && !settings.get().sandbox)
    return NextResponse.rewrite(new URL('/sandbox/off', request.url))
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = contentSecurityPolicy(nonce, isPaymentWidget(pathname))
  const headers = new Headers(request.headers)
  headers.set(nonceHeader, nonce)
  headers.set(visitedHeader, pathname + search)
  headers.set('content-security-policy', policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('Content-Security-Policy', policy)
  return response
}

/**
 * Pages that need no session: signing in itself, links from mails, which may be opened on any device, and the sandbox,
 * whose payers have no account and whose interface has its own credentials.
 */
const isPublic = (pathname: string) =>
  pathname === '/sign-in' ||
  pathname === '/forgotten-password' ||
  pathname === '/password-reset' ||
  pathname === '/confirm-email' ||
  pathname === '/link-account' ||
  pathname === '/service-worker.js' ||
  isSandbox(pathname) ||
  /^\/invitations(\/|$)/.test(pathname)

const isSandbox = (pathname: string) => pathname === '/sandbox' || pathname.startsWith('/sandbox/')

/** Scripts and styles by nonce; style attributes are needed by the components and can run nothing. */
function contentSecurityPolicy(nonce: string, mayBeFramed: boolean): string {
  const isDev = !settings.get().isProduction
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    // The development overlay brings style elements without a nonce.
    isDev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${mayBeFramed ? '*' : "'none'"}`,
  ].join('; ')
}

/** Everything that may be a document, prefetched or not; lib/door/front-door.mjs handles the rest. */
export const config = {
  matcher: [
    '/((?!api/|api$|_next/|favicon\\.ico$|icon(?:-[a-z]+)?\\.svg$|manifest\\.webmanifest$|robots\\.txt$).*)',
  ],
}
