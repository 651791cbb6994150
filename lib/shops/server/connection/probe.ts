import 'server-only'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls, type PeerCertificate } from 'node:tls'
import { checkNames, type AddressReport, type Check, type CheckCode } from '../../schema'
import { requestTo, type Probed } from './probe-answer'
import { connectTo, hostOf } from './probe-connection'
import { Failed, failedCheck, type Note, type Rules } from './probe-failure'

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
