import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { basic, customerBody, productBody, testShop, type TestCall } from '../testing'
import { testRefusals, type InvalidCase } from './testing'

type Endpoint = {
  method: string
  path: string
  body?: object
  /** Failures as {response: …}. */ wrapped?: true
}

const reads: Endpoint[] = [
  { method: 'GET', path: '/products' },
  { method: 'GET', path: '/products/{id}' },
  { method: 'GET', path: '/customers' },
  { method: 'GET', path: '/customers/{customer}' },
]

const tokenization: Endpoint = {
  method: 'POST',
  path: '/transactions/tokenizations',
  body: {},
  wrapped: true,
}
const checkout: Endpoint = { method: 'POST', path: '/ctp/api/checkouts', body: {} }
const writes: Endpoint[] = [
  tokenization,
  checkout,
  { method: 'POST', path: '/products', body: productBody() },
  { method: 'PUT', path: '/products/{id}', body: { amount: '5' } },
  { method: 'POST', path: '/customers', body: customerBody() },
]

const versioned = { accept: 'application/json', 'x-api-version': '2' }

const wrongCredentials: [what: string, authorization: string | null][] = [
  ['no credentials', null],
  ['another scheme', 'Bearer abc'],
  ['no Base64', 'Basic ???'],
  ['no colon', `Basic ${Buffer.from('361').toString('base64')}`],
  ['wrong key', basic(361, 'wrong')],
  ['empty key', basic(361, '')],
  ['the key in capitals', basic(361, testShop.secretKey.toUpperCase())],
  ['unknown shop', basic(1, testShop.secretKey)],
  ['unknown shop, empty key', basic(1, '')],
  ['a shop ID beyond all numbers', basic('99999999999999999999', testShop.secretKey)],
  ['no number for a shop', basic('x', testShop.secretKey)],
  ['a sign before the shop ID', basic('+361', testShop.secretKey)],
]

const bytes = (text: string | Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

const notJson = 'Body is not valid JSON'
const badBodies: [what: string, call: TestCall, status: number, message: string][] = [
  ['no body', {}, 400, notJson],
  ['a form', { raw: 'name=Book' }, 400, notJson],
  ['half of JSON', { raw: '{"name": "Book"' }, 400, notJson],
  ['JSON and more', { raw: '{} {}' }, 400, notJson],
  ['a comment', { raw: '{/* nothing */}' }, 400, notJson],
  ['no number of JSON', { raw: '{"amount": NaN}' }, 400, notJson],
  ['a list', { raw: '[{}]' }, 400, 'Body is not a JSON object'],
  ['a string', { raw: '"Book"' }, 400, 'Body is not a JSON object'],
  ['null', { raw: 'null' }, 400, 'Body is not a JSON object'],
  ['no UTF-8', { raw: bytes(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])) }, 400, notJson],
  ['Latin-1', { raw: bytes(Buffer.from('{"name": "Käthe"}', 'latin1')) }, 400, notJson],
  ['UTF-16', { raw: bytes(utf16('{"name": "Book"}')) }, 400, notJson],
  [
    'a surrogate in UTF-8',
    { raw: bytes(Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d])) },
    400,
    notJson,
  ],
  ['more than 1 MiB', { raw: `{"name": "${'x'.repeat(1024 * 1024)}"}` }, 413, 'Request body is too large'],
  ['a million brackets', { raw: '['.repeat(1024 * 1000) }, 400, 'Body nests too deep'],
  ['a field half a million deep', { raw: `{"name": ${nested(500_000)}}` }, 400, 'Body nests too deep'],
  ['objects 33 deep', { raw: '{"a":'.repeat(33) + '1' + '}'.repeat(33) }, 400, 'Body nests too deep'],
  [
    '300,000 values',
    { raw: `{"visible_fields": [${'[],'.repeat(300_000)}1]}` },
    413,
    'Body holds too many values',
  ],
  [
    'gzip',
    { raw: bytes(gzipSync('{}')), headers: { 'content-encoding': 'gzip' } },
    415,
    'Content-Encoding is not supported',
  ],
  [
    'a length beyond 1 MiB',
    { raw: '{}', headers: { 'content-length': '1048577' } },
    413,
    'Request body is too large',
  ],
]

const contentTypes: [what: string, type: string][] = [
  ['a form', 'application/x-www-form-urlencoded'],
  ['text', 'text/plain;charset=UTF-8'],
  ['another JSON', 'application/vnd.api+json'],
  ['another character set', 'application/json; charset=utf-16'],
]
const noJsonType = 'Content-Type must be application/json, in UTF-8'
const based = (message: string) => ({ message, errors: { base: [message] } })

const checkoutHeaders: [what: string, headers: Record<string, string>, status: number, message: string][] = [
  ['no Accept', { 'x-api-version': '2' }, 406, 'Accept must be application/json'],
  ['Accept of anything', { ...versioned, accept: '*/*' }, 406, 'Accept must be application/json'],
  ['Accept of a page', { ...versioned, accept: 'text/html' }, 406, 'Accept must be application/json'],
  ['no version', { accept: 'application/json' }, 400, 'X-API-Version must be 2'],
  ['an older version', { ...versioned, 'x-api-version': '1' }, 400, 'X-API-Version must be 2'],
  ['a newer version', { ...versioned, 'x-api-version': '3' }, 400, 'X-API-Version must be 2'],
  ['two versions', { ...versioned, 'x-api-version': '2, 2' }, 400, 'X-API-Version must be 2'],
  ['a version in words', { ...versioned, 'x-api-version': 'two' }, 400, 'X-API-Version must be 2'],
  ['an empty content type', { ...versioned, 'content-type': '' }, 415, noJsonType],
]

const methods: [method: string, path: string, allow: string][] = [
  ['PUT', '/products', 'GET, HEAD, POST, OPTIONS'],
  ['DELETE', '/products', 'GET, HEAD, POST, OPTIONS'],
  ['POST', '/products/{id}', 'GET, HEAD, PUT, OPTIONS'],
  ['PATCH', '/products/{id}', 'GET, HEAD, PUT, OPTIONS'],
  ['DELETE', '/products/{id}', 'GET, HEAD, PUT, OPTIONS'],
  ['PUT', '/customers', 'GET, HEAD, POST, OPTIONS'],
  ['PUT', '/customers/{customer}', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/customers/{customer}', 'GET, HEAD, OPTIONS'],
  ['PUT', '/ctp/api/checkouts', 'POST, OPTIONS'],
  ['PATCH', '/transactions/tokenizations', 'POST, OPTIONS'],
]

const noIds = ['0123456789abcdef', 'XYZ', '0', "0' OR 1=1", '%00', '\0', '../products', 'a'.repeat(4000)]
const unknown = (method: string, path: string, status: number, rest: TestCall = {}): InvalidCase[] =>
  noIds.map((id) => ({
    ...rest,
    what: 'nobody has this ID',
    method,
    path: path + encodeURIComponent(id),
    status,
    answer: { message: 'Record not found' },
  }))

const shaped = ({ wrapped }: Endpoint, answer: object) => (wrapped ? { response: answer } : answer)
const headersOf = (endpoint: Endpoint) => (endpoint === checkout ? versioned : {})

const cases: InvalidCase[] = [
  ...[...reads, ...writes].flatMap((endpoint) =>
    wrongCredentials.map(([what, authorization]): InvalidCase => ({
      ...endpoint,
      what,
      authorization,
      status: 401,
      answer: shaped(endpoint, based('Unauthorized')),
      answerHeaders: { 'www-authenticate': 'Basic realm="Sandbox", charset="UTF-8"' },
    })),
  ),
  ...writes.flatMap((endpoint) =>
    badBodies.map(([what, { raw, headers }, status, message]): InvalidCase => ({
      ...endpoint,
      what,
      body: undefined,
      raw,
      headers: { ...headersOf(endpoint), ...headers },
      status,
      answer: shaped(endpoint, { message }),
    })),
  ),
  ...writes.flatMap((endpoint) =>
    contentTypes.map(([what, type]): InvalidCase => ({
      ...endpoint,
      what: `content type: ${what}`,
      headers: { ...headersOf(endpoint), 'content-type': type },
      status: 415,
      answer: shaped(endpoint, based(noJsonType)),
    })),
  ),
  ...checkoutHeaders.map(([what, headers, status, message]): InvalidCase => ({
    ...checkout,
    what,
    headers,
    status,
    answer: based(message),
  })),
  ...methods.map(([method, path, allow]): InvalidCase => ({
    what: 'not a method of this address',
    method,
    path,
    status: 405,
    answer: { message: 'Method not allowed' },
    answerHeaders: { allow },
  })),
  ...unknown('GET', '/products/prd_', 302),
  ...unknown('PUT', '/products/prd_', 404, { body: { amount: '5' } }),
  ...unknown('GET', '/customers/cst_', 404),
]

testRefusals('what is wrong about any request', cases, async (sandbox) => {
  const make = async (path: string, body: unknown) => {
    const answer = await sandbox.call('POST', path, { body })
    return ((await answer.json()) as { id: string }).id
  }
  return { id: await make('/products', productBody()), customer: await make('/customers', customerBody()) }
})
