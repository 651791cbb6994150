import 'server-only'
import { singleton } from '../../../db/singleton'
import { config } from '../config/config'
import { log } from '../log/log'
import { BlockList, isIP } from 'node:net'

/** The front door sets this from the socket. It overwrites the client's own header. */
const peerHeader = 'x-counterfoil-peer'

/** `server.mjs` sets this for `lib/start/application.ts`. Under another server the header cannot be trusted. */
const frontDoor = singleton<unknown>('front-door-opened')

/**
 * Returns the client's address: that of the socket or, behind TRUSTED_PROXIES proxies, the one that the outermost of
 * them wrote to X-Forwarded-For. Entries further left can be forged.
 */
export const clientAddress = (headers: Pick<Headers, 'get'>): string => plainAddress(writtenAddress(headers))

/** Unwraps addresses as proxies and sockets write them: IPv4 as IPv6, with a port, in brackets. */
export const plainAddress = (address: string): string =>
  address
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')

function writtenAddress(headers: Pick<Headers, 'get'>): string {
  const peer = (frontDoor.peek() ? headers.get(peerHeader) : null) ?? 'unknown'
  const trusted = config.get().trustedProxies
  const forwarded = headers.get('x-forwarded-for') ?? ''
  if (trusted === 0) {
    // Without a proxy's header Next.js writes the socket's address into it.
    if (forwarded && forwarded !== peer) warnOfProxy()
    return peer
  }
  const addresses = forwarded
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return addresses.at(-trusted) ?? peer
}

/** Where a request comes from. */
export const deviceOf = (headers: Pick<Headers, 'get'>) => ({
  address: clientAddress(headers),
  userAgent: headers.get('user-agent') ?? '',
})

const warned = singleton<true>('proxy-warned')

/** Behind an undeclared proxy all clients share one address, and so its rate limits. */
function warnOfProxy(): void {
  if (warned.peek()) return
  warned.set(true)
  log().warn('X-Forwarded-For is ignored: set TRUSTED_PROXIES if this runs behind a proxy')
}

/** Returns whether an address is in one of the networks (CIDR or single addresses). False for anything else. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const plain = plainAddress(address)
  const family = isIP(plain)
  if (family === 0) return false
  return listOf(networks).check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [start = '', length] = network.split('/')
    const family = isIP(start)
    if (family === 0) continue
    const type = family === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(start, type)
    else list.addSubnet(start, Number(length), type)
  }
  return list
}
