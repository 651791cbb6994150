import { generateKeyPairSync } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { testCertificate } from '../../../testing/servers/certificates'
import { probe } from './probe'
import type { Probed } from './probe-answer'
import { answering, found, here, listOf, product, serve } from '../../../testing/servers/probed-gateway'
import { describePublicKey } from './test-connection'

const checkoutsOf = (base: string): Probed => ({
  address: 'checkout_url',
  base,
  method: 'POST',
  url: `${base}/ctp/api/checkouts`,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"checkout":{}}'),
})
const answerTo = async (handler: RequestListener) => (await found(listOf(await serve(handler)))).answer

describe('the list of products', () => {
  it('that is right is fine from name to clock, with a warning of plain HTTP on this machine', async () => {
    expect(await found(listOf(await serve(answering(200, product))))).toEqual({
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

  it.each<[string, RequestListener]>([
    ['a sign-in page', answering(200, '<!doctype html><title>Sign in</title>')],
    ['another product', answering(200, '{"data":[],"page":1}')],
  ])('says nothing of the credentials where %s answers with 200', async (_what, handler) => {
    expect((await found(listOf(await serve(handler)))).authentication).toBe('skipped: credentials_unknown')
  })

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
