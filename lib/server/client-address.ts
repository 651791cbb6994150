import 'server-only'
import { singleton } from '../db/singleton'
import { config } from './config'
import { log } from './log'

/** Set by the front door from the socket, replacing whatever a client sent under this name. */
const peerHeader = 'x-counterfoil-peer'

/** What `server.mjs` leaves for `app/start.ts`; under another server nobody replaces the header. */
const frontDoor = singleton<unknown>('front-door-opened')

/**
 * The address a request came from: the socket's, or, behind TRUSTED_PROXIES proxies, what the outermost of
 * them wrote into X-Forwarded-For. What lies further left could be the client's own invention.
 */
export function clientAddress(headers: Pick<Headers, 'get'>): string {
  const peer = (frontDoor.peek() ? headers.get(peerHeader) : null) ?? 'unknown'
  const trusted = config.get().trustedProxies
  const forwarded = headers.get('x-forwarded-for') ?? ''
  if (trusted === 0) {
    if (forwarded) warnOfProxy()
    return peer
  }
  const addresses = forwarded
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return addresses.at(-trusted) ?? peer
}

const warned = singleton<true>('proxy-warned')

/** Behind a proxy nobody told us of, everybody seems to come from one address and shares its limits. */
function warnOfProxy(): void {
  if (warned.peek()) return
  warned.set(true)
  log().warn('X-Forwarded-For is ignored: set TRUSTED_PROXIES if this runs behind a proxy')
}
