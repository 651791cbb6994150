import 'server-only'
import { getServerSession } from 'next-auth'
import { hostCookie } from '../../host-cookie'
import { clientAddress } from '../route/client-address'
import { config } from '../config'
import { knownSeconds } from '../accounts/sign-in-limits'
import { authOptions, type Visit } from './options'
import { unstable_rethrow as rethrowNextControlFlow } from 'next/navigation'
import { AppError } from '../errors'
import { log } from '../log'

const cookieName = (isSecure: boolean) => hostCookie('counterfoil.known-browser', isSecure)

export async function visitOf(request: Request): Promise<Visit> {
  const { appUrl, authSecret } = config.get()
  const cookies = (request.headers.get('cookie') ?? '').split('; ').map((pair) => pair.split('='))
  const [, cookie] = cookies.find(([name]) => name === cookieName(appUrl.startsWith('https:'))) ?? []
  return {
    address: clientAddress(request.headers),
    browsers: { cookie, secret: authSecret },
    session: await getServerSession(authOptions()),
  }
}

/** The header that makes the browser keep who signed in from it. */
export function rememberingCookie(remembered: string): string {
  const isSecure = config.get().appUrl.startsWith('https:')
  return [
    `${cookieName(isSecure)}=${remembered}`,
    'Path=/',
    `Max-Age=${knownSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Set by proxy.ts on every visit of a page, replacing what a browser sent: the page's path and query. */
export const visitedHeader = 'x-counterfoil-visited'

/**
 * Runs what a page reads. Next prints an error that leaves a page as it is, and drizzle puts a statement's
 * parameters into its message: what is not ours is logged without them, and leaves as `internal`.
 */
export async function pageQuery<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    rethrowNextControlFlow(error)
    if (error instanceof AppError) throw error
    log().error({ err: error }, 'page failed')
    throw new AppError('internal')
  }
}
