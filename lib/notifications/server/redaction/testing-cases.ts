import 'server-only'
import { generateKeyPairSync, sign } from 'node:crypto'
import { testSecret } from '../../../testing/office'
import { randomNumbers } from '../../../../scripts/lib/random-numbers.mjs'
import { tokenMark, withCard, type Random } from './testing-cards'

const oddities: readonly unknown[] = [
  null, true, false, {}, [], [[]], '', ' ', 0, -1, -0, 0.1, 1e308, -1e308, 2 ** 53, 2 ** 63, 1e-300, Number.MAX_SAFE_INTEGER,
  '9'.repeat(400), '1250', '12.50', '-1', '1e9', 'NaN', '\0', 'a\0b', '\ud800', 'x\udc00y', '\u{1f4a5}', '\u202e', '\ufeff',
  '%', '\\', "'; DROP TABLE notifications; --", '${7*7}', '<script>', '\n\r\t\v', ';;;;', 'a;'.repeat(3000), 'ü'.repeat(3000),
  'x'.repeat(300), 'x'.repeat(20_000), '0000-01-01T00:00:00Z', '0000-00-00T00:00:00Z', '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z', '2026-02-30T25:61:61Z', '9999-12-31T23:59:59.999Z', '294277-01-01T00:00:00Z', 'infinity', '-infinity', 'now',
  '{1,2}', '\\x00', { toString: 1, constructor: null }, { toJSON: 'x', next: 'y', length: -1 }, [null, [null, { a: [] }]],
  Array.from({ length: 300 }, (_, n) => n), Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, n])),
] // prettier-ignore

const oddNames = ['__proto__', 'constructor', 'hasOwnProperty', '', ' ', '\0', '\ud800', 'a.b', 'a'.repeat(5000), '0', 'credit_card', 'token', '💥'] // prettier-ignore

const oddHeaders: Record<string, readonly string[]> = {
  'content-type': ['application/json', 'text/plain', 'multipart/form-data', 'application/json; charset=utf-16', '', ';;;', '\xff', 'x'.repeat(9000)], // prettier-ignore
  'content-encoding': ['gzip', 'br', 'identity, nonsense'],
  'user-agent': ['', 'x'.repeat(9000), '\xfc', "' OR 1=1"],
  'x-request-id': ['', '\xff\xff', '{"a":1}'],
  date: ['yesterday', '', '-1'],
  cookie: ['a=b', '='.repeat(5000)],
  'x-forwarded-for': ['::1', ',,,,', 'x'.repeat(5000)],
  'x-counterfoil-peer': ['10.0.0.1', '', "'"],
}

const oddKeys = ['', 'wrong', '%00', '%', '%zz', '%E0%A4%A', '..%2f..%2f', '%2e%2e', 'a\0b', '\ud800', "' OR '1'='1", 'x'.repeat(5000), '💥', '${key}', 'null', '%F0%9F%92%A5', 'believed%00', '*'] // prettier-ignore

/**
 * For tests: a hostile or faulty request to the receiving route. The same seed and number always make the same case.
 */
export type Case = {
  number: number
  hook: 'notification' | 'verification'
  /** The key in the address. `believed` and `quarantined` represent the keys of the two shops. */
  key: string
  body: Buffer
  headers: Record<string, string>
  grade: 'signature' | 'credentials' | 'unverified'
  status: 200 | 404 | 413
}

const mebibyte = 1024 * 1024
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const fuzzPublicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

function randomOf(seed: number): Random {
  const next = randomNumbers(seed)
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    pick: (of) => of[int(of.length)] as never,
    chance: (share) => next() < share,
    text: (length) => Array.from({ length }, () => '0123456789abcdef'[int(16)]).join(''),
  }
}

function transactionOf(random: Random): Record<string, unknown> {
  const uid = random.chance(0.15) ? `uid-${random.int(200)}` : `uid-${random.text(16)}`
  const last4 = String(1000 + random.int(9000))
  return {
    uid,
    id: uid,
    status: random.pick(['successful', 'failed', 'incomplete', 'pending', 'expired', 'error']),
    type: random.pick(['payment', 'refund', 'authorization', 'capture', 'void', 'tokenization']),
    message: 'Successfully processed',
    amount: random.pick([1250, 1, 99_999_999, random.int(1_000_000)]),
    currency: random.pick(['EUR', 'USD', 'JPY', 'KWD']),
    description: random.pick(['Paper', 'Order 17', random.text(20)]),
    tracking_id: random.pick(['order-known', `a;b;${random.text(8)}`, random.text(12)]),
    test: random.chance(0.3),
    created_at: '2026-05-01T10:00:00.000Z',
    updated_at: `2026-05-01T10:0${random.int(10)}:00.000Z`,
    paid_at: null,
    language: 'en',
    payment_method_type: 'credit_card',
    receipt_url: `https://pay.example/r/${random.text(12)}`,
    credit_card: {
      brand: random.pick(['visa', 'master', 'mir']),
      last_4: last4,
      first_1: '4',
      bin: '420000',
      holder: 'Ann Other',
      stamp: random.text(64),
      token: tokenMark + random.text(24),
      exp_month: 1 + random.int(12),
      exp_year: 2030,
      issuer_country: 'DE',
    },
    customer: { ip: '127.0.0.1', email: `p${random.int(3000)}@mail.example`, external_id: random.text(6) },
    billing_address: { first_name: 'Ann', last_name: 'Other', city: 'Riga', zip: 'LV-1', country: 'LV' },
    payment: { auth_code: '654321', rrn: random.text(12), gateway_id: 317, status: 'successful' },
    additional_data: {
      product_id: random.chance(0.2) ? 'prd_ab12' : null,
      vendor: {
        name: 'CTP',
        token: random.chance(0.1) ? 'payment-token-known' : random.text(64),
      },
    },
  }
}

function disturb(random: Random, target: Record<string, unknown>): void {
  const names = Object.keys(target)
  const name = random.chance(0.1) || names.length === 0 ? random.pick(oddNames) : random.pick(names)
  const inner = Object.hasOwn(target, name) ? target[name] : null
  if (typeof inner === 'object' && inner !== null && random.chance(0.75))
    return disturb(random, inner as Record<string, unknown>)
  if (random.chance(0.1)) delete target[name]
  else
    Object.defineProperty(target, name, {
      value: structuredClone(random.pick(oddities)),
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

function mutated(random: Random, whole: Record<string, unknown>): string {
  for (let times = random.int(4); times >= 0; times--) disturb(random, whole)
  return JSON.stringify(whole)
}

const valid = (random: Random): string => JSON.stringify({ transaction: transactionOf(random) })

type Make = (random: Random) => string | Buffer

const nested: Make = (random) => {
  const depth = 1 + random.int(random.pick([100, 5_000, 30_000]))
  const [open, close] = random.pick([['[', ']'], ['{"a":', '}'], ['[{"credit_card":', '}]']] as const) // prettier-ignore
  const tower = `${open.repeat(depth)}1${close.repeat(random.chance(0.9) ? depth : depth - 1)}`
  return random.chance(0.5) ? tower : `{"transaction":{"uid":"d-${random.text(12)}","amount":${tower}}}`
}

const broken: Make = (random) => {
  // A card token with a broken key cannot be recognised, so there is none.
  const bytes = Buffer.from(valid(random).replaceAll(tokenMark, 'none-'))
  for (let times = 1 + random.int(4); times > 0; times--) bytes[random.int(bytes.length)] = random.int(256)
  return bytes
}

const long: Make = (random) => {
  // The UID ends with a letter: digits would read as a card number together with those of the next column.
  const rest = `{"transaction":{"uid":"l-${random.text(12)}z","description":""}}`
  const room = mebibyte - rest.length
  const filling = random
    .pick(['x', '4', '1 ', '[', '\\\\', 'a-', ' '])
    .repeat(mebibyte)
    .slice(0, room & ~1)
  return rest.replace('""', `"${filling}"`)
}

const makes: readonly [number, Make][] = [
  [350, (random) => mutated(random, { transaction: transactionOf(random) })],
  [90, valid],
  [60, (random) => mutated(random, { token: random.text(64), expired: true, status: 'error', message: 'Expired', test: true, order: { amount: 1250, currency: 'EUR', tracking_id: 'order-known' }, customer: { email: 'p1@mail.example' } })], // prettier-ignore
  [40, nested],
  [50, (random) => valid(random).replace('"uid"', `"uid":${JSON.stringify(random.pick(oddities))},"uid"`)],
  [50, (random) => valid(random).replace(/("amount"):\d+/, `$1:${random.pick(['1e999', '-1e999', '9'.repeat(5000), '1E+2', '0.'.padEnd(400, '0'), '-0', '1250.0'])}`)], // prettier-ignore
  [40, (random) => valid(random).replaceAll('Paper', '\\u0000P\\u0000').replaceAll('Ann', 'A\0nn')],
  [
    40,
    (random) =>
      valid(random)
        .replaceAll(/Paper|Ann|visa/g, '\\ud83d')
        .replaceAll('Riga', '\\udca5\\ud83d'),
  ],
  [60, broken],
  [60, (random) => valid(random).slice(0, random.int(900))],
  [
    20,
    (random) =>
      random.pick(['', ' ', '\n', '\0', '\ufeff', '{}', '{"transaction":null}', '{"transaction":{}}']),
  ],
  [50, (random) => JSON.stringify(random.pick(oddities))],
  [60, withCard],
  [30, (random) => Buffer.from(Array.from({ length: random.int(400) }, () => random.int(256)))],
]

function bodyOf(random: Random, longShare: number): string | Buffer {
  if (random.chance(longShare))
    return random.chance(0.7) ? long(random) : 'x'.repeat(mebibyte + 1 + random.int(500))
  let left = random.int(makes.reduce((sum, [share]) => sum + share, 0))
  for (const [share, make] of makes) if ((left -= share) < 0) return make(random)
  return ''
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
const right = basic(`361:${testSecret}`)

const wrongCredentials = (random: Random): string =>
  random.pick([right.slice(0, 6 + random.int(12)), right.slice(0, -6), right.replace('Basic', 'Bearer'), basic('361:wrong'), basic(`362:${testSecret}`),
    basic(''), 'Basic', 'Basic ', `Basic ${'A'.repeat(20_000)}`, 'Basic %%%', '\xff\xfe', `${right}, ${right}`, `x${right}`, `361:${random.text(8)}`]) // prettier-ignore

function wrongSignature(random: Random, body: Buffer): string {
  const made = random.chance(0.2)
    ? sign('RSA-SHA256', body, keys.privateKey).toString('base64')
    : 'QUJD'.repeat(86)
  return random.pick([`${made[0] === 'A' ? 'B' : 'A'}${made.slice(1)}`, made.slice(0, random.int(300)) || 'A', made + made, '%%%', '=', 'A'.repeat(50_000), `-----BEGIN ${made}`, '\xe9', random.text(344), 'null']) // prettier-ignore
}

function evidenceOf(random: Random, body: Buffer): Pick<Case, 'headers' | 'grade'> {
  const kind = random.int(20)
  if (kind < 7) return { headers: { authorization: right }, grade: 'credentials' }
  if (kind === 7 && body.length < 100_000)
    return { headers: { 'content-signature': sign('RSA-SHA256', body, keys.privateKey).toString('base64'), ...(random.chance(0.5) ? { authorization: wrongCredentials(random) } : {}) }, grade: 'signature' } // prettier-ignore
  if (kind < 12) return { headers: { authorization: wrongCredentials(random) }, grade: 'unverified' }
  if (kind < 15)
    return { headers: { 'content-signature': wrongSignature(random, body) }, grade: 'unverified' }
  if (kind < 17)
    return {
      headers: { authorization: right, 'content-signature': wrongSignature(random, body) },
      grade: 'unverified',
    }
  return { headers: {}, grade: 'unverified' }
}

/** Returns case `number` of `seed`. `longShare`: the share of cases with a body of about 1 MiB. */
export function caseOf(seed: number, number: number, longShare: number): Case {
  const random = randomOf(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
  const body = Buffer.from(bodyOf(random, longShare))
  const evidence = evidenceOf(random, body)
  const key = random.chance(0.03) ? random.pick(oddKeys) : evidence.grade === 'unverified' && random.chance(0.5) ? 'quarantined' : 'believed' // prettier-ignore
  const headers = { ...evidence.headers }
  for (const [name, values] of Object.entries(oddHeaders))
    if (random.chance(0.15)) headers[name] = random.pick(values)
  let tooLarge = body.length > mebibyte
  if (random.chance(0.9)) headers['content-length'] = String(body.length)
  else if (random.chance(0.3)) headers['content-length'] = random.pick(['nonsense', '-5', '', '1e3', '0'])
  else if (random.chance(0.05)) {
    headers['content-length'] = random.pick(['1048577', '9'.repeat(30), '1e30', 'Infinity'])
    tooLarge = true
  }
  const known = key === 'believed' || key === 'quarantined'
  const hook = random.chance(0.15) ? ('verification' as const) : ('notification' as const)
  return {
    number,
    hook,
    key,
    body,
    headers,
    grade: evidence.grade,
    status: !known ? 404 : tooLarge ? 413 : 200,
  }
}
