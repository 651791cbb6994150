import 'server-only'
import { lookup as systemLookup } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { Agent, buildConnector, request, type Dispatcher } from 'undici'
import { connectThrough, proxyFor } from './proxy'

export type GuardRules = {
  /**
   * Allows this machine, also over plain HTTP, for the receivers of a developer's own shop. A number allows that port
   * alone.
   */
  allowLoopback: boolean | number
  /** Allows networks that are not routed on the internet, including link-local ones. */
  isPrivateAllowed: boolean
  /** Networks of this machine or not routed on the internet that are allowed by name, also over plain HTTP. */
  networks?: readonly string[]
  /** Where this server listens, if not on a loopback address: allowed, also over plain HTTP. */
  self?: { address: string; port: number }
  /** Limit for the whole request, from the DNS lookup to the end of the reply. */
  timeLimitMs: number
  maxReplyBytes: number
  lookup?: LookupFunction
}

export type GuardedInit = { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: Buffer }

/** The rules forbid the address's network, or it uses plain HTTP to another machine. */
class AddressRefused extends Error {
  readonly code = 'address_refused'
  constructor() {
    super('The address leads to a network that is closed')
    this.name = 'AddressRefused'
  }
}

/** Whether a connection was given up for the other side's certificate, so that nothing was sent. `code`: the error's. */
export const isCertificateRefused = (code: string): boolean =>
  /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/.test(code)

/**
 * Creates the function that must be used to call a user-supplied address. It allows HTTPS only (plain HTTP to this
 * machine, where allowed), no forbidden network and no redirects, and it limits time and size. It checks the IP address
 * at connection time, because a name's DNS records may have changed since someone entered it (DNS rebinding).
 *
 * The function rejects with an error of code `address_refused`, a `TimeoutError` or undici's error. A caller that does
 * not read the reply's body must destroy it.
 */
export function guardedRequest(
  rules: GuardRules,
): (url: string, init: GuardedInit) => Promise<Dispatcher.ResponseData> {
  const { timeLimitMs, maxReplyBytes: maxResponseSize } = rules
  const dispatcher = new Agent({ connect: guardedConnector(rules), maxResponseSize })
  return async (url, init) => request(url, { ...init, dispatcher, signal: AbortSignal.timeout(timeLimitMs) })
}

/** Reads a reply. One that breaks off, is late or overlong keeps its beginning: the status was there before. */
export async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  body.on('error', () => undefined)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk)
  } catch {
    // Keep what was read.
  }
  body.destroy()
  return Buffer.concat(chunks)
}

/**
 * Returns a factory of {@link guardedRequest} that keeps one function per `Reach`, because each holds a connection
 * pool. A call with another time limit creates a new one.
 */
export function guardedSenders(limits: Pick<GuardRules, 'timeLimitMs' | 'maxReplyBytes'>) {
  const made = new WeakMap<Reach, ReturnType<typeof guardedRequest>>()
  return (reach: Reach, timeLimitMs = limits.timeLimitMs) => {
    if (timeLimitMs !== limits.timeLimitMs) return guardedRequest({ ...reach, ...limits, timeLimitMs })
    const known = made.get(reach) ?? guardedRequest({ ...reach, ...limits })
    made.set(reach, known)
    return known
  }
}

/**
 * Connects like {@link guardedRequest}, for a client with a pool of its own. A proxy of the environment gets the judged
 * address, because it would resolve a name again. Networks that are not public are never reached through it.
 */
export function guardedConnector(rules: Omit<GuardRules, 'maxReplyBytes'>): buildConnector.connector {
  const { lookup = systemLookup, timeLimitMs: timeout } = rules
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80))
    const isAddressAllowed = (address: string) =>
      mayReach(address, { protocol: options.protocol, port }, rules)
    // An IP address is connected to without a lookup, so it is checked before.
    const { hostname } = options
    if (isIP(hostname) !== 0 && !isAddressAllowed(hostname)) return callback(new AddressRefused(), null)
    const guarded = guardedLookup(lookup, isAddressAllowed)
    const direct = () => buildConnector({ timeout, lookup: guarded })(options, callback)
    const proxy = proxyFor(options)
    if (!proxy) return direct()
    const go = (address: string) => {
      if (isPublic(address)) connectThrough(proxy, options, { timeout, host: address }, callback)
      else direct()
    }
    if (isIP(hostname) !== 0) return go(hostname)
    guarded(hostname, { all: true }, (error, found) => {
      const [first] = typeof found === 'string' ? [found] : found.map(({ address }) => address)
      if (error || first === undefined) callback(error ?? new AddressRefused(), null)
      else go(first)
    })
  }
}

/**
 * Opens a TCP connection to a user-supplied server for a protocol other than HTTP, under the same network rules: one
 * that is not encrypted leads only to this machine and to networks allowed by name. The caller adds TLS. Rejects after
 * `timeLimitMs` with a `TimeoutError`, or with an error of code `address_refused` or the socket's error.
 */
export function guardedConnection(
  rules: Omit<GuardRules, 'maxReplyBytes'>,
  { host, port, isEncrypted }: { host: string; port: number; isEncrypted: boolean },
): Promise<Socket> {
  const { lookup = systemLookup, timeLimitMs } = rules
  const protocol = isEncrypted ? 'https:' : 'http:'
  const judge = (address: string) => mayReach(address, { protocol, port }, rules)
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
      // The other side may reset it before the caller listens.
      socket.on('error', () => undefined)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

/** Rejects a name if any of its addresses is forbidden: a legitimate name does not mix public and private addresses. */
function guardedLookup(lookup: LookupFunction, judge: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      const refusal = addresses.every(judge) ? null : new AddressRefused()
      callback(error ?? refusal, error || !refusal ? found : [], family)
    })
}

export type Reach = Pick<GuardRules, 'allowLoopback' | 'isPrivateAllowed' | 'networks' | 'self'>

export const internetOnly: Reach = { allowLoopback: false, isPrivateAllowed: false }

export function mayReach(
  address: string,
  { protocol, port }: { protocol: string; port: number },
  { allowLoopback, isPrivateAllowed, networks: named = [], self }: Reach,
): boolean {
  if (self?.port === port && isIP(address) !== 0 && isIn(networks(self.address), address)) return true
  const kind = networkOf(address)
  if (
    (kind === 'loopback' || kind === 'private') &&
    named.length > 0 &&
    isIn(networks(named.join(' ')), address)
  )
    return true
  if (kind === 'loopback') return allowLoopback === true || allowLoopback === port
  return protocol === 'https:' && (kind === 'public' || (kind === 'private' && isPrivateAllowed))
}

/** Whether an address may be reached through a proxy. */
export const isPublic = (address: string): boolean => networkOf(address) === 'public'

/**
 * Classifies an IP address. `BlockList` matches an IPv4-mapped IPv6 address (::ffff:127.0.0.1) against the IPv4 lists.
 */
function networkOf(address: string): 'public' | 'loopback' | 'private' | 'reserved' {
  if (isIP(address) === 0) return 'reserved'
  const within = (list: BlockList) => isIn(list, address)
  if (within(loopbackNetworks)) return 'loopback'
  if (within(privateNetworks)) return 'private'
  return within(reservedNetworks) || !within(publicNetworks) ? 'reserved' : 'public'
}

const isIn = (list: BlockList, address: string) => list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** The lists below come from IANA's registries of special-purpose addresses. */
const loopbackNetworks = networks('127.0.0.0/8 ::1/128')
/** Includes carrier-grade NAT, link-local (cloud metadata services) and unique local addresses. */
const privateNetworks = networks(
  '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16 fc00::/7 fe80::/10 fec0::/10',
)
/** Unspecified, multicast, documentation and benchmark addresses, and IPv6 forms that embed an IPv4 address. */
const reservedNetworks = networks(
  '0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 ' +
    '224.0.0.0/4 240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 3fff::/20',
)
/** All of IPv4, and the eighth of IPv6 that is allocated for public addresses. */
const publicNetworks = networks('0.0.0.0/0 2000::/3')

function networks(ranges: string): BlockList {
  const list = new BlockList()
  for (const range of ranges.split(' ')) {
    const isV4 = isIP(range.split('/')[0] ?? '') === 4
    const [network = '', prefix = isV4 ? '32' : '128'] = range.split('/')
    list.addSubnet(network, Number(prefix), isV4 ? 'ipv4' : 'ipv6')
  }
  return list
}
