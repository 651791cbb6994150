import 'server-only'
import { config } from './config'

/** Set by `server.mjs` from the socket, replacing whatever a client sent under this name. */
const peerHeader = 'x-counterfoil-peer'

/**
 * The address a request came from: the socket's, or, behind TRUSTED_PROXIES proxies, what the outermost of
 * them wrote into X-Forwarded-For. What lies further left could be the client's own invention.
 */
export function clientAddress(headers: Headers): string {
  const peer = headers.get(peerHeader) ?? 'unknown'
  const trusted = config.get().trustedProxies
  if (trusted === 0) return peer
  const forwarded = (headers.get('x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return forwarded.at(-trusted) ?? peer
}
