import type { LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { internetOnly } from '../../../db/outgoing/guarded-request'
import {
  expiredCertificate,
  signedCertificate,
  testAuthority,
  testCertificate,
} from '../../../testing/servers/certificates'
import { probe } from './probe'
import {
  answering,
  closeAll,
  found,
  here,
  listOf,
  product,
  serve,
  serveTls,
  to,
} from '../../../testing/servers/probed-gateway'

describe('the way to a host', () => {
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
    await closeAll()
    expect(await found(listOf(base))).toMatchObject({ connection: 'failed: connection_refused' })
  })

  it('ends at a certificate of another name, and says of which', async () => {
    const base = `https://gateway.example:${await serveTls(testCertificate)}`
    const rules = { reach: here, lookup: to('127.0.0.1'), trusted: testCertificate }
    expect(await found(listOf(base), rules)).toMatchObject({ tls: 'failed: certificate_other_name' })
    const { checks } = await probe(listOf(base), rules)
    expect(checks.find(({ name }) => name === 'tls')?.values).toMatchObject({ names: 'localhost' })
  })

  it('ends at a certificate that nobody else signed', async () => {
    expect(
      await found(listOf(`https://localhost:${await serveTls(testCertificate)}`), {
        lookup: to('127.0.0.1'),
      }),
    ).toMatchObject({
      tls: 'failed: certificate_self_signed',
      authentication: 'skipped: skipped',
    })
  })

  it('ends at a certificate that has expired', async () => {
    const base = `https://localhost:${await serveTls(expiredCertificate)}`
    const rules = { lookup: to('127.0.0.1'), trusted: testAuthority }
    expect(await found(listOf(base), rules)).toMatchObject({
      tls: 'failed: certificate_expired',
      authentication: 'skipped: skipped',
    })
  })

  it.each([
    ['sends its certificate alone', signedCertificate],
    ['sends its authority, too', signedCertificate + testAuthority],
  ])('ends at an authority that this machine does not know, and the server %s', async (_what, sent) => {
    const base = `https://localhost:${await serveTls(sent)}`
    expect(await found(listOf(base), { lookup: to('127.0.0.1') })).toMatchObject({
      tls: 'failed: certificate_unknown',
      authentication: 'skipped: skipped',
    })
    const trusting = { lookup: to('127.0.0.1'), trusted: testAuthority }
    expect(await found(listOf(base), trusting)).toMatchObject({ tls: 'certificate_fine' })
  })

  it('ends where HTTPS is asked of plain HTTP', async () => {
    const base = (await serve(answering(200, product))).replace('http:', 'https:')
    expect(await found(listOf(base))).toMatchObject({ tls: 'failed: no_tls' })
  })

  it('ends where plain HTTP is asked of HTTPS, and says so', async () => {
    const base = `http://localhost:${await serveTls(testCertificate)}`
    expect(await found(listOf(base), { lookup: to('127.0.0.1') })).toMatchObject({
      answer: 'failed: speaks_https',
    })
    const page = '<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>'
    expect(await found(listOf(await serve(answering(400, page))))).toMatchObject({
      answer: 'failed: speaks_https',
    })
  })

  it('tells until when a right certificate is valid', async () => {
    const base = `https://localhost:${await serveTls(testCertificate)}`
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
