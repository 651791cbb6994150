import 'server-only'
import { getServerSession } from 'next-auth'
import { unstable_rethrow as rethrowNextControlFlow } from 'next/navigation'
import { hostCookie } from '../../host-cookie'
import { knownSeconds } from '../accounts/sign-in-limits'
import { config } from '../config'
import { AppError } from '../errors'
import { log } from '../log'
import { clientAddress } from '../route/client-address'
import { authOptions, type Visit } from './options'

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

/** Returns the `Set-Cookie` value that makes the browser remember who signed in from it. */
export function knownBrowsersSetCookie(remembered: string): string {
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

/** Path and query of the visited page. proxy.ts sets it on every visit and overwrites what a browser sent. */
export const visitedHeader = 'x-counterfoil-visited'

/**
 * Runs what a page reads. Next.js prints errors that leave a page, and drizzle puts a statement's parameters into its
 * message. Therefore errors other than AppError are logged without parameters and become `internal`.
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
