import 'server-only'
import { lookup as systemLookup } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { guardedConnection, isPublic, mayReach, type Reach } from '../../../db/outgoing/guarded-request'
import { connectThrough, proxyFor } from '../../../db/outgoing/proxy'
import type { CheckCode } from '../../schema'
import { failedCheck, type Note, type Rules } from './probe-failure'

/** Time limits of the steps, in ms. */
const limits = { name: 5_000, connection: 5_000 } as const
/** Networks of addresses that an operator gave. */
const anywhere: Reach = { allowLoopback: true, isPrivateAllowed: true, networks: ['0.0.0.0/0', '::/0'] }

export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

/**
 * Connects as the later calls do: directly, or through a tunnel of the environment's proxy to the address that was judged
 * here. Nothing is encrypted yet.
 * @throws Failed
 */
export async function connectTo(url: URL, rules: Rules, note: Note): Promise<Socket> {
  const proxy = proxyFor(url)
  if (proxy && rules.reach === null) {
    note('name', 'name_for_proxy', { proxy: new URL(proxy).host, host: hostOf(url) })
    return connectBy(proxy, url, hostOf(url), note)
  }
  const found = await lookUp(url, rules)
  note('name', 'name_found', { addresses: found.slice(0, 4).join(', ') })
  refuseClosed(url, found, rules)
  const [first = ''] = found
  return proxy && isPublic(first) ? connectBy(proxy, url, first, note) : connectDirectly(url, rules, note)
}

function lookUp(url: URL, { lookup = systemLookup }: Rules): Promise<string[]> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return Promise.resolve([host])
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(failedCheck('name', 'name_unanswered', { host })), limits.name)
    lookup(host, { all: true }, (error, found) => {
      clearTimeout(late)
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (!error && addresses.length > 0) return resolve(addresses)
      const code = error?.code === 'EAI_AGAIN' ? 'name_unanswered' : 'name_not_found'
      reject(failedCheck('name', code, { host }))
    })
  })
}

/** @throws Failed if an address is in a closed network, or plain HTTP would leave this machine. */
function refuseClosed(url: URL, found: readonly string[], { reach }: Rules): void {
  const port = portOf(url)
  const mayCall = (address: string, protocol: string) =>
    mayReach(address, { protocol, port }, reach ?? anywhere)
  const closed = found.find((address) => !mayCall(address, 'https:'))
  if (closed) throw failedCheck('connection', 'address_refused', { address: closed })
  const isPlainAllowed = found.every((address) => mayCall(address, url.protocol))
  if (!isPlainAllowed) throw failedCheck('tls', 'plain_http', { host: url.host })
}

const connectionCodes: Record<string, CheckCode> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connection_late',
  address_refused: 'address_refused',
}

async function connectDirectly(url: URL, { reach, lookup }: Rules, note: Note): Promise<Socket> {
  const began = performance.now()
  // A later step judges the encryption.
  const at = { host: hostOf(url), port: portOf(url), isEncrypted: true }
  try {
    const rules = { ...(reach ?? anywhere), lookup, timeLimitMs: limits.connection }
    const socket = await guardedConnection(rules, at)
    note('connection', 'connected', { ms: Math.round(performance.now() - began) })
    return socket
  } catch (error) {
    const { name, code = '' } = error as Error & { code?: string }
    const found = name === 'TimeoutError' ? 'connection_late' : (connectionCodes[code] ?? 'connection_failed')
    throw failedCheck('connection', found, { host: at.host, port: at.port, address: at.host })
  }
}

/** Through a tunnel of the proxy to `host`. */
function connectBy(proxy: string, url: URL, host: string, note: Note): Promise<Socket> {
  const began = performance.now()
  // Without TLS, which a later step judges.
  const target = { protocol: 'http:', hostname: hostOf(url), port: String(portOf(url)) }
  const values = { proxy: new URL(proxy).host, host: hostOf(url) }
  return new Promise((resolve, reject) => {
    connectThrough(proxy, target, { timeout: limits.connection, host }, (error, socket) => {
      if (!socket) {
        const status = error && 'status' in error ? Number(error.status) : null
        return reject(
          status === null
            ? failedCheck('connection', 'proxy_unreachable', values)
            : failedCheck('connection', 'proxy_refused', { ...values, status }),
        )
      }
      socket.on('error', () => undefined) // Read by the step that uses the socket.
      note('connection', 'connected_through_proxy', { ...values, ms: Math.round(performance.now() - began) })
      resolve(socket)
    })
  })
}
