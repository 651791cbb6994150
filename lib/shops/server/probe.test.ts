import { generateKeyPairSync } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { testCertificate, testKey } from '../../testing/mail-server'
import { internetOnly, type Reach } from '../../db/guarded-request'
import { listen } from '../../testing/office'
import { probe } from './probe'
import type { Probed } from './probe-answer'
import type { Rules } from './probe-failure'
import { describePublicKey } from './test-connection'

const here: Reach = { allowLoopback: true, allowPrivate: false }
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serve(handler: RequestListener): Promise<string> {
  const { url, close } = await listen(handler)
  closing.push(close)
  return url
}

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)

const listOf = (base: string): Probed => ({
  address: 'apm_url',
  base,
  method: 'GET',
  url: `${base}/products`,
  headers: { authorization: 'Basic eDp5' },
  quickUrl: `${base}/products/prd_none`,
})
const checkoutsOf = (base: string): Probed => ({
  address: 'checkout_url',
  base,
  method: 'POST',
  url: `${base}/ctp/api/checkouts`,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"checkout":{}}'),
})

async function found(probed: Probed, rules: Partial<Rules> = {}) {
  const { checks } = await probe(probed, { reach: here, ...rules })
  return Object.fromEntries(
    checks.map(({ name, state, code }) => [name, state === 'ok' ? code : `${state}: ${code}`]),
  )
}
const answerTo = async (handler: RequestListener) => (await found(listOf(await serve(handler)))).answer

const product = JSON.stringify([{ id: 'prd_1', name: 'Paper', amount: 1 }])

describe('the list of products', () => {
  it('that is right is fine from name to clock, with a warning of plain HTTP on this machine', async () => {
    expect(await found(listOf(await serve(answering(200, product))))).toEqual({
      address: 'skipped: skipped',
      name: 'name_found',
      connection: 'connected',
      tls: 'warning: plain_http_allowed',
      authentication: 'credentials_fine',
      answer: 'shape_fine',
      clock: 'clock_fine',
    })
  })

  it('that is empty is fine, and one too long to read is judged by its beginning', async () => {
    expect(await answerTo(answering(200, ' [] '))).toBe('shape_fine')
    const long = `[${JSON.stringify({ id: 'prd_1', name: 'x'.repeat(200) })},`.repeat(1)
    const endless: RequestListener = (_request, response) => {
      response.write(long)
      for (let at = 0; at < 3000; at++)
        response.write(`${JSON.stringify({ id: `prd_${at}`, name: 'x'.repeat(200) })},`)
    }
    expect(await answerTo(endless)).toBe('shape_fine')
  })

  it.each<[string, RequestListener, string]>([
    ['a wrong path', answering(404, '{"message":"Not found"}'), 'failed: path_unknown'],
    [
      'a redirect',
      answering(302, '', { location: 'https://elsewhere.example/login?token=1' }),
      'failed: redirect',
    ],
    [
      'a login page with 200',
      answering(200, '<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' }),
      'failed: web_page',
    ],
    ['JSON of another product', answering(200, '{"data":[],"page":1}'), 'failed: other_json'],
    ['a list of another product', answering(200, '[{"uuid":7,"title":"x"}]'), 'failed: other_json'],
    ['a text', answering(200, 'OK'), 'failed: not_json'],
    ['a failing gateway', answering(503, ''), 'failed: gateway_error'],
    ['a gateway with too many calls', answering(429, ''), 'failed: rate_limited'],
    ['a strange status', answering(418, ''), 'failed: other_status'],
  ])('is recognised as %s', async (_what, handler, expected) =>
    expect(await answerTo(handler)).toBe(expected),
  )

  it('says where a redirect leads, without what may be secret', async () => {
    const base = await serve(answering(302, '', { location: 'https://elsewhere.example/login?token=1' }))
    const { checks } = await probe(listOf(base), { reach: here })
    expect(checks.find(({ name }) => name === 'answer')?.values).toEqual({
      to: 'https://elsewhere.example/login',
    })
  })

  it.each([401, 403])(
    'refused with %i has wrong credentials, and the other steps are skipped',
    async (status) => {
      expect(await found(listOf(await serve(answering(status, ''))))).toMatchObject({
        connection: 'connected',
        authentication: 'failed: credentials_wrong',
        answer: 'skipped: skipped',
      })
    },
  )

  it(
    'that takes a minute is a warning where the gateway answers otherwise',
    { timeout: 30_000 },
    async () => {
      const slow: RequestListener = (request, response) => {
        if (request.url?.includes('prd_none')) response.writeHead(302).end()
      }
      expect(await found(listOf(await serve(slow)))).toMatchObject({ answer: 'warning: list_slow' })
    },
  )

  it('tells a clock that differs', async () => {
    const late = new Date(Date.now() - 600_000).toUTCString()
    expect(await found(listOf(await serve(answering(200, product, { date: late }))))).toMatchObject({
      clock: 'warning: clock_differs',
    })
  })
})

describe('an endpoint that writes', () => {
  it('is fine if it refuses a request without content', async () => {
    const seen: string[] = []
    const base = await serve((request, response) => {
      request.on('data', (piece: Buffer) => seen.push(piece.toString()))
      request.on('end', () =>
        response.writeHead(422).end('{"message":"Invalid","errors":{"order":["missing"]}}'),
      )
    })
    expect(await found(checkoutsOf(base))).toMatchObject({
      authentication: 'credentials_fine',
      answer: 'shape_fine',
    })
    expect(seen).toEqual(['{"checkout":{}}'])
  })

  it.each<[string, RequestListener, string]>([
    ['accepts it', answering(200, '{"ok":true}'), 'failed: other_json'],
    ['answers with a page', answering(200, '<html>'), 'failed: web_page'],
    ['refuses in other words', answering(400, '[1]'), 'failed: other_json'],
    ['does not exist', answering(405, ''), 'failed: path_unknown'],
  ])('that %s is not a gateway', async (_what, handler, expected) => {
    expect((await found(checkoutsOf(await serve(handler)))).answer).toBe(expected)
  })

  it('for cards need not be open', async () => {
    const base = await serve(answering(401, ''))
    expect(await found({ ...checkoutsOf(base), address: 'gateway_url' })).toMatchObject({
      authentication: 'warning: tokenization_closed',
      answer: 'shape_fine',
    })
  })
})

describe('the way to a host', () => {
  const to =
    (address: string): LookupFunction =>
    (_host, _options, done) =>
      done(null, [{ address, family: 4 }])

  it('ends at a name that does not exist', async () => {
    const lookup: LookupFunction = (_host, _options, done) =>
      done(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), [])
    expect(await found(listOf('https://gatewey.example'), { lookup })).toMatchObject({
      name: 'failed: name_not_found',
      connection: 'skipped: skipped',
    })
  })

  it('ends at a closed network, unless an administrator allows it', async () => {
    const base = await serve(answering(200, product))
    expect(await found(listOf(base), { reach: internetOnly })).toMatchObject({
      connection: 'failed: address_refused',
    })
    const networks = ['127.0.0.0/8']
    expect(await found(listOf(base), { reach: { ...internetOnly, networks } })).toMatchObject({
      answer: 'shape_fine',
    })
    const lookup = to('10.0.0.7')
    expect(
      await found(listOf('https://gateway.example'), { reach: { ...internetOnly, networks }, lookup }),
    ).toMatchObject({
      connection: 'failed: address_refused',
    })
  })

  it('does not go on over plain HTTP outside this machine', async () => {
    expect(await found(listOf('http://gateway.example'), { lookup: to('8.8.8.8') })).toMatchObject({
      connection: 'skipped: skipped',
      tls: 'failed: plain_http',
    })
  })

  it('ends where nobody listens', async () => {
    const base = await serve(answering(200, ''))
    for (const close of closing.splice(0)) await close()
    expect(await found(listOf(base))).toMatchObject({ connection: 'failed: connection_refused' })
  })

  async function serveTls(): Promise<number> {
    const server = createTlsServer({ key: testKey, cert: testCertificate }, answering(200, product))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    return (server.address() as AddressInfo).port
  }

  it('ends at a certificate of another name, and says of which', async () => {
    const base = `https://gateway.example:${await serveTls()}`
    const rules = { reach: here, lookup: to('127.0.0.1'), trusted: testCertificate }
    expect(await found(listOf(base), rules)).toMatchObject({ tls: 'failed: certificate_other_name' })
    const { checks } = await probe(listOf(base), rules)
    expect(checks.find(({ name }) => name === 'tls')?.values).toMatchObject({ names: 'localhost' })
  })

  it('ends at a certificate that nobody else signed', async () => {
    expect(
      await found(listOf(`https://localhost:${await serveTls()}`), { lookup: to('127.0.0.1') }),
    ).toMatchObject({
      tls: 'failed: certificate_self_signed',
      authentication: 'skipped: skipped',
    })
  })

  it('ends where HTTPS is asked of plain HTTP', async () => {
    const base = (await serve(answering(200, product))).replace('http:', 'https:')
    expect(await found(listOf(base))).toMatchObject({ tls: 'failed: no_tls' })
  })

  it('ends where plain HTTP is asked of HTTPS, and says so', async () => {
    const base = `http://localhost:${await serveTls()}`
    expect(await found(listOf(base), { lookup: to('127.0.0.1') })).toMatchObject({
      answer: 'failed: speaks_https',
    })
    const told = '<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>'
    expect(await found(listOf(await serve(answering(400, told))))).toMatchObject({
      answer: 'failed: speaks_https',
    })
  })

  it('tells until when a right certificate is valid', async () => {
    const base = `https://localhost:${await serveTls()}`
    const { checks } = await probe(listOf(base), {
      reach: here,
      lookup: to('127.0.0.1'),
      trusted: testCertificate,
    })
    expect(checks.find(({ name }) => name === 'tls')).toMatchObject({
      code: 'certificate_fine',
      values: { until: expect.stringMatching(/^2126-/) },
    })
  })
})

describe('a public key', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const bare = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  it.each<[string, string | null, string]>([
    ['PEM', pem, 'rsa'],
    ['bare Base64', bare, 'rsa'],
    ['Base64 with spaces and line ends', `  ${bare.slice(0, 64)}\r\n${bare.slice(64)} \n`, 'rsa'],
    ['none', null, 'none'],
    ['a private key', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'private'],
    [
      'a bare private key',
      rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      'private',
    ],
    ['a key of a curve', curve.publicKey.export({ type: 'spki', format: 'pem' }).toString(), 'other_kind'],
    ['a certificate', testCertificate, 'certificate'],
    ['a secret key', 'c0ffee'.repeat(10), 'unreadable'],
  ])('as %s', (_what, text, kind) => expect(describePublicKey(text).kind).toBe(kind))
})
