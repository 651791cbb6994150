import 'server-only'
import { getServerSession } from 'next-auth'
import { hostCookie } from '../../host-cookie'
import { clientAddress } from '../route/client-address'
import { config } from '../config'
import { knownSeconds } from '../accounts/known-browser'
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
