import 'server-only'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate } from 'node:tls'
import { lookup as systemLookup } from 'node:dns'
import { checkNames, type AddressReport, type Check, type CheckCode } from '../../schema'
import { guardedConnection, isPublic, mayReach, type Reach } from '../../../db/outgoing/guarded-request'
import { connectThrough, proxyFor } from '../../../db/outgoing/proxy'
import { requestTo, type Probed, Failed, failedCheck, type Note, type Rules } from './probe-answer'

/** In ms. */
const tlsLimit = 5_000
/** A certificate that ends within this time is worth a warning. */
const soonDays = 14
const dayMs = 86_400_000

/**
 * Tries an address of a gateway step by step: name, connection, TLS, credentials, shape of the answer, clock. Sends
 * nothing that the gateway would store. Never rejects.
 */
export async function probe(probed: Probed, rules: Rules): Promise<AddressReport> {
  const began = performance.now()
  const checks: Check[] = []
  const note = (name: Check['name'], code: CheckCode, values: Check['values'] = {}, isWarning = false) =>
    void checks.push({ name, state: isWarning ? 'warning' : 'ok', code, values })
  try {
    const url = new URL(probed.base)
    const socket = await connectTo(url, rules, note)
    if (url.protocol === 'https:') await secure(socket, url, rules, note)
    else note('tls', 'plain_http_allowed', {}, true)
    socket.destroy()
    for (const check of await requestTo(probed, rules)) checks.push(check)
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    checks.push(...error.before, error.check)
  }
  return {
    address: probed.address,
    request: `${probed.method} ${probed.url}`,
    took_ms: Math.round(performance.now() - began),
    checks: checkNames.map(
      (name) =>
        checks.find((check) => check.name === name) ?? {
          name,
          state: 'skipped',
          code: 'skipped',
          values: {},
        },
    ),
  }
}

const tlsCodes: Record<string, CheckCode> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_name',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown',
}

/** @throws Failed */
async function secure(socket: Socket, url: URL, { trusted }: Rules, note: Note): Promise<void> {
  const host = hostOf(url)
  const certificate = await new Promise<PeerCertificate>((resolve, reject) => {
    const options = {
      socket,
      host,
      ...(isIP(host) === 0 && { servername: host }),
      ...(trusted && { ca: trusted }),
    }
    const secured = connectTls(options)
    const late = setTimeout(() => secured.destroy(new Error('late')), tlsLimit)
    const done = (then: () => void) => {
      clearTimeout(late)
      then()
    }
    secured.once('secureConnect', () => done(() => resolve(secured.getPeerCertificate())))
    secured.once('error', (error: Error & { code?: string; cert?: PeerCertificate }) =>
      done(() => {
        const { subjectaltname = '', valid_to: until = '' } = error.cert ?? {}
        const names = subjectaltname.replaceAll('DNS:', '')
        reject(failedCheck('tls', tlsCodes[error.code ?? ''] ?? 'no_tls', { host, names, until }))
      }),
    )
  })
  const until = new Date(certificate.valid_to)
  const isSoon = until.getTime() < Date.now() + soonDays * dayMs
  note('tls', isSoon ? 'certificate_ends_soon' : 'certificate_fine', { until: until.toISOString() }, isSoon)
}

/** Time limits of the steps, in ms. */
const limits = { name: 5_000, connection: 5_000 } as const
/** Networks of addresses that an operator gave. */
const anywhere: Reach = { allowLoopback: true, isPrivateAllowed: true, networks: ['0.0.0.0/0', '::/0'] }

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

/**
 * Connects as the later calls do: directly, or through a tunnel of the environment's proxy to the address that was
 * judged here. Nothing is encrypted yet.
 * @throws Failed
 */
async function connectTo(url: URL, rules: Rules, note: Note): Promise<Socket> {
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
