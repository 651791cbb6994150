import 'server-only'
import { lookup as systemLookup } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { Agent, buildConnector, request, type Dispatcher } from 'undici'

/** What requests to an address that a person typed may do. */
export type GuardRules = {
  /** This machine, over plain HTTP too: where the receivers of a developer's own shop listen. A number: that port alone. */
  allowLoopback: boolean | number
  /** Networks the internet does not route to, link-local ones included. */
  allowPrivate: boolean
  /** For all of it, from the name's lookup to the end of the reply. */
  timeLimitMs: number
  maxReplyBytes: number
  /** Instead of the system's own. */
  lookup?: LookupFunction
}

export type GuardedInit = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: Buffer }

/** The address is in a network that the rules close, or asks for plain HTTP beyond this machine. */
class AddressRefused extends Error {
  readonly code = 'address_refused'
  constructor() {
    super('The address leads to a network that is closed')
    this.name = 'AddressRefused'
  }
}

/**
 * Makes the one way to call an address that a person typed: HTTPS (plain HTTP on this machine only, where that is
 * allowed), no closed network, no redirect followed, bounded in time and size. What is judged is the address a
 * connection goes to, at connecting: a name that was harmless when it was typed may lead elsewhere by now.
 * The function rejects with an error of code `address_refused`, a `TimeoutError`, or undici's error; whoever does
 * not read the reply's body destroys it.
 */
export function guardedRequest(
  rules: GuardRules,
): (url: string, init: GuardedInit) => Promise<Dispatcher.ResponseData> {
  const { timeLimitMs, maxReplyBytes: maxResponseSize } = rules
  const dispatcher = new Agent({ connect: guardedConnector(rules), maxResponseSize })
  return async (url, init) => request(url, { ...init, dispatcher, signal: AbortSignal.timeout(timeLimitMs) })
}

/** {@link guardedRequest}, made once for each reach, as each keeps connections; anew for a time limit of its own. */
export function guardedSenders(limits: Pick<GuardRules, 'timeLimitMs' | 'maxReplyBytes'>) {
  const made = new Map<Reach, ReturnType<typeof guardedRequest>>()
  return (reach: Reach, timeLimitMs = limits.timeLimitMs) => {
    if (timeLimitMs !== limits.timeLimitMs) return guardedRequest({ ...reach, ...limits, timeLimitMs })
    const known = made.get(reach) ?? guardedRequest({ ...reach, ...limits })
    made.set(reach, known)
    return known
  }
}

function guardedConnector(rules: GuardRules): buildConnector.connector {
  const { lookup = systemLookup, timeLimitMs: timeout } = rules
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const judge = (address: string) => mayReach(address, { protocol: options.protocol, port }, rules)
    // What is no name is connected to without a lookup.
    if (isIP(options.hostname) !== 0 && !judge(options.hostname)) callback(new AddressRefused(), null)
    else buildConnector({ timeout, lookup: guardedLookup(lookup, judge) })(options, callback)
  }
}

/**
 * Connects to a server that a person typed and that speaks something else than HTTP, by the same rules for networks;
 * what encrypts it is laid on top by the caller. Within `timeLimitMs` it is there, or rejects with an error of code
 * `address_refused`, a `TimeoutError`, or the socket's error.
 */
export function guardedConnection(
  rules: Omit<GuardRules, 'maxReplyBytes'>,
  { host, port }: { host: string; port: number },
): Promise<Socket> {
  const { lookup = systemLookup, timeLimitMs } = rules
  const judge = (address: string) => mayReach(address, { protocol: 'https:', port }, rules)
  if (isIP(host) !== 0 && !judge(host)) return Promise.reject(new AddressRefused())
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, lookup: guardedLookup(lookup, judge) })
    const late = () => socket.destroy(new DOMException('No connection in time', 'TimeoutError'))
    const timer = setTimeout(late, timeLimitMs)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    socket.once('error', fail)
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

/** Fails where any address of the name is closed: an honest name does not lead to both sides. */
function guardedLookup(lookup: LookupFunction, judge: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const refusal = addresses.every(judge) ? null : new AddressRefused()
      callback(error ?? refusal, error || !refusal ? found : [], family)
    })
}

/** Networks that calls may lead to. */
export type Reach = Pick<GuardRules, 'allowLoopback' | 'allowPrivate'>

/** Nothing but the internet. */
export const internetOnly: Reach = { allowLoopback: false, allowPrivate: false }

/** Whether the rules let a request with `protocol` ("https:") connect to the port of the IP address. */
export function mayReach(
  address: string,
  { protocol, port }: { protocol: string; port: number },
  { allowLoopback, allowPrivate }: Reach,
): boolean {
  const kind = networkOf(address)
  if (kind === 'loopback') return allowLoopback === true || allowLoopback === port
  return protocol === 'https:' && (kind === 'public' || (kind === 'private' && allowPrivate))
}

/** An IPv4 address in IPv6 form (::ffff:127.0.0.1) is judged by the lists for IPv4: a `BlockList` sees to that. */
function networkOf(address: string): 'public' | 'loopback' | 'private' | 'reserved' {
  const version = isIP(address)
  if (version === 0) return 'reserved'
  const within = (list: BlockList) => list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  if (within(loopback)) return 'loopback'
  if (within(privately)) return 'private'
  return within(reserved) || !within(routed) ? 'reserved' : 'public'
}

/** From IANA's registries of special-purpose addresses. */
const loopback = networks('127.0.0.0/8 ::1/128')
/** With shared (carrier-grade NAT), link-local (where clouds keep their metadata) and unique local addresses. */
const privately = networks(
  '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16 fc00::/7 fe80::/10 fec0::/10',
)
/** Unspecified, multicast, for documentation and tests, and IPv6 forms that carry an IPv4 address in them. */
const reserved = networks(
  '0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
    '224.0.0.0/4 240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
)
/** Where public addresses are at all: of IPv6 only this eighth is given out. */
const routed = networks('0.0.0.0/0 2000::/3')

function networks(ranges: string): BlockList {
  const list = new BlockList()
  for (const range of ranges.split(' ')) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
