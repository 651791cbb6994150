import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { judgeOf, readPublicKey } from './authenticity'

const bare = (key: { export: (options: { format: 'der'; type: 'spki' }) => Buffer }) =>
  key.export({ format: 'der', type: 'spki' }).toString('base64')
const ours = generateKeyPairSync('rsa', { modulusLength: 2048 })
const theirs = generateKeyPairSync('rsa', { modulusLength: 2048 })
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const edwards = generateKeyPairSync('ed25519')

const body = Buffer.from('{"transaction":{"uid":"ü"}}')
const shop = {
  gatewayShopId: 361,
  secretKeys: ['a secret: with colons, ünïcödé', 'a replaced one'],
  publicKey: bare(ours.publicKey),
  networks: [],
  networkIsEnough: false,
}
const [secretKey = '', replacedKey = ''] = shop.secretKeys
const sourceAddress = '192.0.2.1'
const signature = sign('RSA-SHA256', body, ours.privateKey).toString('base64')
type Shop = Parameters<typeof judgeOf>[0]
const judge = (evidence: Parameters<ReturnType<typeof judgeOf>>[0], of: Shop) => judgeOf(of)(evidence)
const basic = (user: string | number, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

describe('a signature', () => {
  const judged = (contentSignature: string | null, change: Partial<typeof shop | { publicKey: null }> = {}) =>
    judge({ sourceAddress, body, authorization: null, contentSignature }, { ...shop, ...change })

  it('that is right makes the best evidence, whatever the credentials', () => {
    expect(judged(signature)).toEqual({
      signature: 'verified',
      credentials: 'absent',
      network: 'any',
      authenticity: 'signature',
    })
    expect(
      judge({ sourceAddress, body, authorization: 'Basic eA==', contentSignature: signature }, shop)
        .authenticity,
    ).toBe('signature')
  })

  it('may be folded over lines', () => {
    expect(judged(signature.replace(/.{76}/g, '$& ')).signature).toBe('verified')
  })

  it.each<[string, string | null, string]>([
    ['none', null, 'absent'],
    ['an empty one', '', 'absent'],
    ['only spaces', '   ', 'failed'],
    ['another key’s', sign('RSA-SHA256', body, theirs.privateKey).toString('base64'), 'failed'],
    ['another body’s', sign('RSA-SHA256', Buffer.from('{}'), ours.privateKey).toString('base64'), 'failed'],
    ['another digest’s', sign('RSA-SHA1', body, ours.privateKey).toString('base64'), 'failed'],
    ['a truncated one', signature.slice(0, 100), 'failed'],
    ['one byte', 'AA==', 'failed'],
    ['one with more after it', signature.replace(/=*$/, 'AAAA'), 'failed'],
    ['an oversized one', 'A'.repeat(1_000_000), 'failed'],
    ['no Base64', '!!!!', 'failed'],
    ['Base64 for addresses', signature.replaceAll('+', '-').replaceAll('/', '_').padEnd(345, '-'), 'failed'],
    ['hexadecimal', sign('RSA-SHA256', body, ours.privateKey).toString('hex'), 'failed'],
    ['two of them', `${signature}, ${signature}`, 'failed'],
    ['a NUL', '\0', 'failed'],
  ])('%s is %s', (_name, given, verdict) => {
    expect(judged(given)).toMatchObject({ signature: verdict, authenticity: 'unverified' })
  })

  it.each<[string, (pem: string, base64: string) => string]>([
    ['with lines', (pem) => pem],
    ['whose line breaks are written out', (pem) => pem.replaceAll('\n', '\\n')],
    ['bare, whose line breaks are', (_pem, base64) => base64.replace(/.{64}/g, '$&\\r\\n')],
    ['on one line', (pem) => pem.replaceAll('\n', '')],
    ['with spaces for line breaks', (pem) => pem.replaceAll('\n', ' ')],
    ['indented, with something before it', (pem) => `key:\n${pem.replace(/^/gm, '    ')}`],
    [
      'bare, of the older form',
      () => ours.publicKey.export({ format: 'der', type: 'pkcs1' }).toString('base64'),
    ],
    ['of the older form', () => ours.publicKey.export({ format: 'pem', type: 'pkcs1' }).toString()],
  ])('is judged by a key %s', (_how, written) => {
    const pem = ours.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    expect(judged(signature, { publicKey: written(pem, bare(ours.publicKey)) }).signature).toBe('verified')
  })

  it('is not judged by a private key', () => {
    const pem = ours.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    for (const text of [pem, pem.replaceAll('\n', '\\n')]) expect(readPublicKey(text)).toBeNull()
  })

  it.each<[string, string | null]>([
    ['none', null],
    ['an empty one', ''],
    ['no key at all', 'nonsense'],
    ['an elliptic one', bare(elliptic.publicKey)],
    ['an Edwards one', bare(edwards.publicKey)],
    ['half of one', bare(ours.publicKey).slice(0, 200)],
  ])('cannot be judged by %s', (_name, publicKey) => {
    expect(judged(signature, { publicKey }).signature).toBe('no_key')
    expect(readPublicKey(publicKey ?? '')).toBeNull()
  })

  it('of an elliptic key does not match the shop’s key', () => {
    const foreign = sign('sha256', body, elliptic.privateKey).toString('base64')
    expect(judged(foreign, { publicKey: bare(elliptic.publicKey) }).authenticity).toBe('unverified')
    expect(judged(foreign).signature).toBe('failed')
  })

  it('of nothing is judged too', () => {
    const nothing = Buffer.alloc(0)
    const contentSignature = sign('RSA-SHA256', nothing, ours.privateKey).toString('base64')
    expect(
      judge({ sourceAddress, body: nothing, authorization: null, contentSignature }, shop).signature,
    ).toBe('verified')
  })
})

describe('credentials', () => {
  const judged = (authorization: string | null) =>
    judge({ sourceAddress, body, authorization, contentSignature: null }, shop)

  it('that match are evidence', () => {
    const evidence = {
      signature: 'absent',
      credentials: 'matched',
      network: 'any',
      authenticity: 'credentials',
    }
    expect(judged(basic(361, secretKey))).toEqual(evidence)
    expect(judged(basic(361, secretKey).replace('Basic ', 'bAsIc   '))).toEqual(evidence)
    expect(judged(basic(361, replacedKey))).toEqual(evidence)
  })

  it('does not count beside a failed signature, but fully beside one that cannot be checked', () => {
    const verdict = judge(
      { sourceAddress, body, authorization: basic(361, secretKey), contentSignature: 'AA==' },
      shop,
    )
    expect(verdict).toMatchObject({
      signature: 'failed',
      credentials: 'matched',
      authenticity: 'unverified',
    })
    const unjudged = judge(
      { sourceAddress, body, authorization: basic(361, secretKey), contentSignature: 'AA==' },
      { ...shop, publicKey: null },
    )
    expect(unjudged).toMatchObject({ signature: 'no_key', authenticity: 'credentials' })
  })

  it.each<[string, string | null, string]>([
    ['none', null, 'absent'],
    ['empty ones', '', 'absent'],
    ['another secret', basic(361, 'another'), 'failed'],
    ['another shop', basic(362, secretKey), 'failed'],
    ['no secret', basic(361, ''), 'failed'],
    ['a secret that only begins right', basic(361, secretKey.slice(0, -1)), 'failed'],
    ['a secret with more after it', basic(361, `${secretKey}x`), 'failed'],
    ['another scheme', `Bearer ${Buffer.from(`361:${secretKey}`).toString('base64')}`, 'failed'],
    ['no scheme', Buffer.from(`361:${secretKey}`).toString('base64'), 'failed'],
    ['the scheme only', 'Basic ', 'failed'],
    ['no Base64', `Basic 361:${secretKey}`, 'failed'],
    ['malformed Base64', `${basic(361, secretKey)}=x`, 'failed'],
    ['oversized ones', `Basic ${'A'.repeat(1_000_000)}`, 'failed'],
    ['two of them', `${basic(361, secretKey)}, ${basic(361, secretKey)}`, 'failed'],
  ])('%s are %s', (_name, given, verdict) => {
    expect(judged(given)).toMatchObject({ credentials: verdict, authenticity: 'unverified' })
  })
})

describe('the network it came from', () => {
  const judged = (
    from: string,
    {
      networks,
      enough = false,
      authorization = null,
      contentSignature = null,
    }: {
      networks: string[]
      enough?: boolean
      authorization?: string | null
      contentSignature?: string | null
    },
  ) =>
    judge(
      { sourceAddress: from, body, authorization, contentSignature },
      { ...shop, networks, networkIsEnough: enough },
    )
  const networks = ['192.0.2.0/24', '2001:db8::/32', '198.51.100.7']

  it.each([
    ['192.0.2.200', 'allowed'],
    ['::ffff:192.0.2.200', 'allowed'],
    ['2001:db8:1::1', 'allowed'],
    ['198.51.100.7', 'allowed'],
    ['198.51.100.8', 'outside'],
    ['2001:db9::1', 'outside'],
    ['unknown', 'outside'],
    ['', 'outside'],
  ])('%s is %s', (from, network) => {
    expect(judged(from, { networks }).network).toBe(network)
  })

  it('leaves notifications from elsewhere without evidence', () => {
    const authorization = basic(361, secretKey)
    expect(judged('203.0.113.1', { networks, authorization, contentSignature: signature })).toEqual({
      signature: 'verified',
      credentials: 'matched',
      network: 'outside',
      authenticity: 'unverified',
    })
    expect(judged('192.0.2.1', { networks, authorization }).authenticity).toBe('credentials')
  })

  it('counts alone only if the shop says so and nothing else fails', () => {
    expect(judged('192.0.2.1', { networks }).authenticity).toBe('unverified')
    expect(judged('192.0.2.1', { networks, enough: true }).authenticity).toBe('network')
    expect(judged('203.0.113.1', { networks, enough: true }).authenticity).toBe('unverified')
    expect(judged('192.0.2.1', { networks: [], enough: true }).authenticity).toBe('unverified')
    expect(judged('192.0.2.1', { networks, enough: true, contentSignature: 'AA==' }).authenticity).toBe(
      'unverified',
    )
  })
})
