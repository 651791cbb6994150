import { NextRequest, NextResponse } from 'next/server'
import NextAuth from 'next-auth'
import { recordProviderRefusal } from '@/lib/core/server/auth/oidc'
import { authOptions, type Visit } from '@/lib/core/server/auth/options'
import { config } from '@/lib/core/server/config/config'
import { signInCookies, visitOf } from '@/lib/core/server/auth/visit'
import { parseJson, readBody } from '@/lib/core/server/route/body'
import { otherMethods, unknownAddress } from '@/lib/core/server/route/raw-route'
import { answer, refuseForeignOrigin } from '@/lib/core/server/route/route'

type Context = RouteContext<'/api/auth/[...nextauth]'>

/** Maximum form size in bytes: an address and a password, or a passkey's answer, and next-auth's own token. */
const maxBody = 16 * 1024

// next-auth's own types return `any`.
const nextAuth = async (request: NextRequest, context: Context, visit: Visit) =>
  NextAuth(request, context, authOptions(visit)) as Promise<Response>

/**
 * The addresses of next-auth that are used here. All others are refused: next-auth would answer them with its own
 * pages, and through `_log` anyone could write into our log.
 */
const addresses = (): Record<'GET' | 'POST', string[]> => {
  const providers = config.get().oidc.map(({ id }) => id)
  return {
    GET: [
      'csrf',
      'error',
      'providers',
      'session',
      'signin',
      'signout',
      ...providers.map((id) => `callback/${id}`),
    ],
    POST: [
      'callback/credentials',
      'session',
      'signin',
      'signin/credentials',
      'signout',
      ...providers.map((id) => `signin/${id}`),
    ],
  }
}

/** Refuses requests to other addresses. */
async function refuseAddress(request: NextRequest, { params }: Context): Promise<Response | null> {
  const address = (await params).nextauth.join('/')
  const known = addresses()
  const allowed = (['GET', 'POST'] as const).filter((method) => known[method].includes(address))
  if (allowed.some((method) => method === request.method.replace('HEAD', 'GET'))) return null
  if (allowed[0] === 'GET') return otherMethods('GET').POST(request)
  return allowed[0] === 'POST' ? otherMethods('POST').GET(request) : unknownAddress(request)
}

export const GET = async (request: NextRequest, context: Context): Promise<Response> => {
  const refused = await refuseAddress(request, context)
  if (refused) return refused
  // next-auth would show the sign-in form an error named `undefined`.
  if (request.nextUrl.pathname.endsWith('/error') && !request.nextUrl.searchParams.has('error'))
    return NextResponse.redirect(new URL('/sign-in', config.get().appUrl))
  const visit = visitOf(request)
  const answered = await nextAuth(request, context, visit)
  const [step, provider = ''] = (await context.params).nextauth
  if (step === 'callback' && visit.providerRefusal !== undefined)
    await recordProviderRefusal({
      provider,
      address: visit.address,
      reason: visit.providerRefusal,
    })
  return withCookies(answered, visit)
}

function withCookies(answered: Response, visit: Visit): Response {
  const headers = new Headers(answered.headers)
  for (const cookie of signInCookies(visit)) headers.append('set-cookie', cookie)
  const { status, statusText } = answered
  return new Response(answered.body, { status, statusText, headers })
}

/** next-auth accepts a body of any size from any origin, and fails at broken JSON, so check these first. */
export const POST = (request: NextRequest, context: Context): Promise<Response> =>
  answer(request, async () => {
    refuseForeignOrigin(request)
    const refused = await refuseAddress(request, context)
    if (refused) return refused
    const given = await readBody(request, maxBody)
    if (request.headers.get('content-type')?.includes('application/json')) parseJson(given)
    const body = new Uint8Array(given)
    const visit = visitOf(request)
    const init = { method: 'POST', headers: request.headers, body }
    const answered = withCookies(await nextAuth(new NextRequest(request.url, init), context, visit), visit)
    // Clears cached personal data at sign-out. Cookies stay: next-auth removes its own, and the browser stays known.
    if (request.nextUrl.pathname.endsWith('/signout'))
      answered.headers.set('clear-site-data', '"cache", "storage"')
    return answered
  })

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
