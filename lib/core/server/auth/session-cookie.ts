import 'server-only'
import { hostCookie } from '../../host-cookie'
import { config } from '../config'

/** The name of the cookie that holds the session. */
export const sessionCookie = (): string =>
  hostCookie('next-auth.session-token', config.get().appUrl.startsWith('https:'))
