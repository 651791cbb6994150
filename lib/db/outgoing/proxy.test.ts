import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TLSSocket } from 'node:tls'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testCertificate, testKey } from '../../testing/servers/certificates'
import { guardedConnector } from './guarded-request'
import { proxiedConnector, proxyFor } from './proxy'

/** What the proxy was asked for. */
let asked: { authority: string; account: string | undefined }[] = []
let names: unknown[] = []
let answer = 200
const target = createServer((_, response) => response.end('plain'))
const secureTarget = createSecureServer({ key: testKey, cert: testCertificate }, (incoming, response) => {
  names.push((incoming.socket as TLSSocket & { servername: unknown }).servername)
  response.end('secure')
})
/** A proxy that connects to one of the two servers above, whichever address a request names. */
const proxy = createServer().on('connect', (incoming, near) => {
  asked.push({ authority: incoming.url ?? '', account: incoming.headers['proxy-authorization'] })
  if (answer !== 200) return near.end(`HTTP/1.1 ${answer} No\r\n\r\n`)
  const far = connect(portOf(incoming.url?.endsWith(':443') ? secureTarget : target), '127.0.0.1', () => {
    near.write('HTTP/1.1 200 OK\r\n\r\n')
    near.pipe(far).pipe(near)
  })
  far.on('error', () => near.destroy())
  near.on('error', () => far.destroy())
})
const servers = [target, secureTarget, proxy]
const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port

beforeAll(async () => {
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(() => {
  asked = []
  names = []
  answer = 200
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY']) {
    vi.stubEnv(name, `http://user:p%40ss@127.0.0.1:${portOf(proxy)}`)
    vi.stubEnv(name.toLowerCase(), '')
  }
  for (const name of ['NO_PROXY', 'no_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, '')
})
afterAll(() => {
  vi.unstubAllEnvs()
  for (const server of servers) server.close()
  for (const server of servers) server.closeAllConnections()
})

async function call(url: string, dispatcher: Agent): Promise<string> {
  try {
    return await (await request(url, { dispatcher })).body.text()
  } finally {
    await dispatcher.destroy()
  }
}

describe('a call to an address of the environment', () => {
  const ofOperator = (url: string) => call(url, new Agent({ connect: proxiedConnector(5_000) }))

  it('goes through a tunnel of the proxy, by name', async () => {
    expect(await ofOperator('http://gateway.example')).toBe('plain')
    const account = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
    expect(asked).toEqual([{ authority: 'gateway.example:80', account }])
  })

  it('trusts the certificate of the target only, not that of the proxy', async () => {
    await expect(ofOperator('https://receiver.example')).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
    expect(asked).toMatchObject([{ authority: 'receiver.example:443' }])
  })

  it('goes directly to this machine and to what NO_PROXY names', async () => {
    for (const host of ['localhost', '127.0.0.1'])
      expect(await ofOperator(`http://${host}:${portOf(target)}`)).toBe('plain')
    expect(asked).toEqual([])
    vi.stubEnv('NO_PROXY', 'gateway.example')
    expect(proxyFor(new URL('https://gateway.example'))).toBeNull()
    for (const host of ['other.example', '127.0.0.1.other.example'])
      expect(proxyFor(new URL(`https://${host}`))).not.toBeNull()
  })

  it('fails before anything was sent, where the proxy refuses', async () => {
    answer = 403
    await expect(ofOperator('http://gateway.example')).rejects.toMatchObject({ code: 'proxy_refused' })
  })
})

it('calls every address of this machine directly', () => {
  const own = Object.values(networkInterfaces()).flatMap((found = []) => found.map(({ address }) => address))
  for (const hostname of [...own, '127.0.0.1', 'localhost'])
    expect(proxyFor({ protocol: 'http:', hostname, port: '3000' })).toBeNull()
  expect(proxyFor({ protocol: 'http:', hostname: '93.184.216.34', port: '3000' })).not.toBeNull()
})

describe('a guarded call', () => {
  const resolving =
    (...addresses: string[]): LookupFunction =>
    (_, { all }, callback) => {
      const found = addresses.map((address) => ({ address, family: 4 }))
      if (all) callback(null, found)
      else callback(null, addresses[0] ?? '', 4)
    }
  const guarded = (url: string, lookup: LookupFunction, networks: string[] = []) => {
    const rules = { allowLoopback: false, isPrivateAllowed: false, networks, timeLimitMs: 5_000, lookup }
    return call(url, new Agent({ connect: guardedConnector(rules) }))
  }

  it('goes through the proxy to the judged address, with TLS to the name', async () => {
    const refused = guarded('https://receiver.example', resolving('93.184.216.34'))
    await expect(refused).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(asked).toMatchObject([{ authority: '93.184.216.34:443' }])
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    expect(await guarded('https://receiver.example', resolving('93.184.216.34'))).toBe('secure')
    expect(names).toEqual(['receiver.example'])
  })

  it.each([['10.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['93.184.216.34', '10.0.0.1']])(
    'asks the proxy for nothing that may lead to %s',
    async (...addresses) => {
      const refused = guarded('https://receiver.example', resolving(...addresses))
      await expect(refused).rejects.toMatchObject({ code: 'address_refused' })
      await expect(guarded(`https://${addresses.at(-1)}`, resolving())).rejects.toMatchObject({
        code: 'address_refused',
      })
      expect(asked).toEqual([])
    },
  )

  it('reaches a network that is allowed by name directly', async () => {
    const url = `http://receiver.example:${portOf(target)}`
    expect(await guarded(url, resolving('127.0.0.1'), ['127.0.0.0/8'])).toBe('plain')
    expect(asked).toEqual([])
  })
})
