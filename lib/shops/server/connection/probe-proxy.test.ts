import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { internetOnly } from '../../../db/outgoing/guarded-request'
import { expiredCertificate, signedCertificate, testAuthority } from '../../../testing/servers/certificates'
import { probe } from './probe'
import { found, listOf, serveTls, to } from '../../../testing/servers/probed-gateway'

/** The hosts requested from the proxy. It connects all requests to the gateway of the test. */
let asked: string[] = []
let answer = 200
let gatewayPort = 0
const proxy = createServer().on('connect', ({ url = '' }, near) => {
  asked.push(url)
  if (answer !== 200) return near.end(`HTTP/1.1 ${answer} No\r\n\r\n`)
  const far = connect(gatewayPort, '127.0.0.1', () => {
    near.write('HTTP/1.1 200 OK\r\n\r\n')
    near.pipe(far).pipe(near)
  })
  far.on('error', () => near.destroy())
  near.on('error', () => far.destroy())
})
const proxyPort = () => (proxy.address() as AddressInfo).port

beforeAll(() => once(proxy.listen(0, '127.0.0.1'), 'listening'))
beforeEach(async () => {
  vi.unstubAllEnvs()
  asked = []
  answer = 200
  gatewayPort = await serveTls(signedCertificate)
  for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'ALL_PROXY'])
    vi.stubEnv(name, '')
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxyPort()}`)
})
afterAll(() => {
  vi.unstubAllEnvs()
  proxy.close()
  proxy.closeAllConnections()
})

const gateway = listOf('https://localhost.:8443')
const lookup = to('93.184.216.34')

describe('behind a proxy, a probe', () => {
  it('takes the way that later calls take: a tunnel to the judged address', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await found(gateway, { lookup })).toMatchObject({
      name: 'name_found',
      connection: 'connected_through_proxy',
      tls: 'certificate_fine',
      answer: 'shape_fine',
    })
    expect(asked).toEqual(['93.184.216.34:8443', '93.184.216.34:8443'])
  })

  it('judges the certificate of the gateway through it', async () => {
    gatewayPort = await serveTls(expiredCertificate)
    expect(await found(gateway, { lookup, trusted: testAuthority })).toMatchObject({
      tls: 'failed: certificate_expired',
    })
  })

  it('asks it for no closed network', async () => {
    expect(await found(gateway, { lookup: to('10.0.0.7'), reach: internetOnly })).toMatchObject({
      connection: 'failed: address_refused',
    })
    expect(asked).toEqual([])
  })

  it('says that it refuses, or does not answer, and names it without its account', async () => {
    answer = 403
    expect(await found(gateway, { lookup })).toMatchObject({ connection: 'failed: proxy_refused' })
    vi.stubEnv('HTTPS_PROXY', 'http://user:secret@127.0.0.1:9')
    const { checks } = await probe(gateway, { reach: internetOnly, lookup })
    expect(checks.find(({ name }) => name === 'connection')).toMatchObject({
      code: 'proxy_unreachable',
      values: { proxy: '127.0.0.1:9' },
    })
    expect(JSON.stringify(checks)).not.toContain('secret')
  })

  it('hands it the name of an address that an operator gave, and need not resolve it here', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const unknown: LookupFunction = (_host, _options, done) =>
      done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    expect(await found(gateway, { reach: null, lookup: unknown })).toMatchObject({
      name: 'name_for_proxy',
      connection: 'connected_through_proxy',
      answer: 'shape_fine',
    })
    expect(asked).toEqual(['localhost.:8443', 'localhost.:8443'])
  })
})
