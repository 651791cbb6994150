import 'server-only'
import { lookup as systemLookup } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate } from 'node:tls'
import { guardedConnection, mayReach } from '../../db/guarded-request'
import { checkNames, type AddressReport, type Check, type CheckCode } from '../schema'
import { requestTo, type Probed } from './probe-answer'
import { Failed, fails, type Rules } from './probe-failure'

/** Time limits of the steps, in ms. */
const limits = { name: 5_000, connection: 5_000, tls: 5_000 } as const
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
    const found = await lookUp(url, rules)
    note('name', 'name_found', { addresses: found.slice(0, 4).join(', ') })
    refuseClosed(url, found, rules)
    const { socket, ms } = await connectTo(url, rules)
    note('connection', 'connected', { ms })
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

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')
const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80))

function lookUp(url: URL, { lookup = systemLookup }: Rules): Promise<string[]> {
  const host = hostOf(url)
  if (isIP(host) !== 0) return Promise.resolve([host])
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(fails('name', 'name_unanswered', { host })), limits.name)
    lookup(host, { all: true }, (error, found) => {
      clearTimeout(late)
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (!error && addresses.length > 0) return resolve(addresses)
      const code = error?.code === 'EAI_AGAIN' ? 'name_unanswered' : 'name_not_found'
      reject(fails('name', code, { host }))
    })
  })
}

/** @throws Failed if an address is in a closed network, or plain HTTP would leave this machine. */
function refuseClosed(url: URL, found: readonly string[], { reach }: Rules): void {
  const port = portOf(url)
  const closed = found.find((address) => !mayReach(address, { protocol: 'https:', port }, reach))
  if (closed) throw fails('connection', 'address_refused', { address: closed })
  const isPlainAllowed = found.every((address) => mayReach(address, { protocol: url.protocol, port }, reach))
  if (!isPlainAllowed) throw fails('tls', 'plain_http', { host: url.host })
}

const connectionCodes: Record<string, CheckCode> = {
  ECONNREFUSED: 'connection_refused',
  ETIMEDOUT: 'connection_late',
  address_refused: 'address_refused',
}

async function connectTo(url: URL, { reach, lookup }: Rules): Promise<{ socket: Socket; ms: number }> {
  const began = performance.now()
  // A later step judges the encryption.
  const at = { host: hostOf(url), port: portOf(url), isEncrypted: true }
  try {
    const socket = await guardedConnection({ ...reach, lookup, timeLimitMs: limits.connection }, at)
    socket.on('error', () => undefined) // Read by the step that uses the socket.
    return { socket, ms: Math.round(performance.now() - began) }
  } catch (error) {
    const { name, code = '' } = error as Error & { code?: string }
    const found = name === 'TimeoutError' ? 'connection_late' : (connectionCodes[code] ?? 'connection_failed')
    throw fails('connection', found, { host: at.host, port: at.port, address: at.host })
  }
}

const tlsCodes: Record<string, CheckCode> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_other_name',
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_self_signed',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown',
}

type Note = (name: Check['name'], code: CheckCode, values?: Check['values'], isWarning?: boolean) => void

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
    const late = setTimeout(() => secured.destroy(new Error('late')), limits.tls)
    const done = (then: () => void) => {
      clearTimeout(late)
      then()
    }
    secured.once('secureConnect', () => done(() => resolve(secured.getPeerCertificate())))
    secured.once('error', (error: Error & { code?: string; cert?: PeerCertificate }) =>
      done(() => {
        const { subjectaltname = '', valid_to: until = '' } = error.cert ?? {}
        const names = subjectaltname.replaceAll('DNS:', '')
        reject(fails('tls', tlsCodes[error.code ?? ''] ?? 'no_tls', { host, names, until }))
      }),
    )
  })
  const until = new Date(certificate.valid_to)
  const isSoon = until.getTime() < Date.now() + soonDays * dayMs
  note('tls', isSoon ? 'certificate_ends_soon' : 'certificate_fine', { until: until.toISOString() }, isSoon)
}
