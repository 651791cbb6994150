import Ajv from 'ajv/dist/2020'
import { expect, it } from 'vitest'
import { openApiDocument } from './document'

type Parameter = {
  name: string
  in: string
  required: boolean
  schema: { type?: string }
  style?: string
  explode?: boolean
  example?: string
}
type Content = Record<string, { schema?: object }>
type Described = {
  parameters: Parameter[]
  description?: string
  security: object[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; $ref?: string }>
}
type Described31 = {
  paths: Record<string, Record<string, Described>>
  components: { securitySchemes: Record<string, object> }
}

const document = openApiDocument('1', '__Host-next-auth.session-token') as Described31
const queryOf = (path: string) =>
  (document.paths[path]?.get?.parameters ?? [])
    .filter((one) => one.in === 'query')
    .map(({ example: _, ...described }) => described)
const namesOf = (path: string) => queryOf(path).map(({ name }) => name)

it('says that several values of a parameter are separated by commas, as handlers read them', () => {
  const all = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ parameters }) => parameters)
  const lists = all.filter(({ schema }) => schema.type === 'array')
  expect(lists.length).toBeGreaterThan(20)
  for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false })
  for (const { style, explode } of all.filter((one) => !lists.includes(one)))
    expect([style, explode]).toEqual([undefined, undefined])
})

it.each([
  ['/api/shops/{shop}/activity'],
  ['/api/shops/{shop}/checkouts'],
  ['/api/shops/{shop}/customers'],
  ['/api/shops/{shop}/notifications'],
  ['/api/shops/{shop}/payments'],
  ['/api/shops/{shop}/payments/report'],
  ['/api/shops/{shop}/payments/reconciliations/{id}/rows'],
  ['/api/shops/{shop}/products'],
  ['/api/installation/activity'],
])('names what the export of %s filters by', (path) => {
  const filters = queryOf(path).filter(({ name }) => !['cursor', 'limit', 'similar'].includes(name))
  expect(filters.length).toBeGreaterThan(2)
  expect(queryOf(`${path}/export`)).toEqual(expect.arrayContaining(filters))
  expect(namesOf(`${path}/export`)).toEqual(expect.arrayContaining(['columns', 'separator', 'bom']))
  expect(namesOf(`${path}/export`)).not.toEqual(expect.arrayContaining(['cursor']))
})

it('names the members of bodies that other schemas parse', () => {
  const bodyOf = (method: string, path: string) =>
    document.paths[path]?.[method]?.requestBody?.content['application/json']?.schema
  const compiled = (schema: object | undefined) => new Ajv({ strict: false }).compile(schema ?? false)
  const takesChange = compiled(bodyOf('patch', '/api/shops/{shop}/products/{id}'))
  expect(takesChange({ amount: 1350, expect: { amount: 1250 } })).toBe(true)
  expect(takesChange({ price: 1350 })).toBe(false)
  const takesCard = compiled(bodyOf('post', '/api/shops/{shop}/card-tokens'))
  const credit_card = { number: '4200000000000000', exp_month: '01', exp_year: '2039' }
  const request = { amount: 100, currency: 'EUR', description: 'Card', credit_card }
  expect(takesCard({ request, customer_id: 'cst_1' })).toBe(true)
  expect(takesCard({ request: { ...request, credit_card: undefined } })).toBe(false)
  expect(takesCard({ card: credit_card })).toBe(false)
})

it('names the headers with which a request is sent once, and again after a lost answer', () => {
  const headersOf = (path: string) =>
    document.paths[path]?.post?.parameters.filter((one) => one.in === 'header').map(({ name }) => name)
  expect(headersOf('/api/shops/{shop}/checkouts')).toEqual(['Idempotency-Key', 'Idempotency-Lost'])
  expect(headersOf('/api/shops/{shop}/card-tokens')).toEqual([])
})

it('has only patterns that readers in other languages understand', () => {
  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => String(JSON.parse(text)),
  )
  expect(patterns.length).toBeGreaterThan(20)
  // Without the flag u, \p{…} means the letters themselves.
  expect(patterns.filter((pattern) => /\\p\{|\(\?<?[!=]/i.test(pattern))).toEqual([])
})

it('names both kinds of file that the activity is exported as', () => {
  for (const path of ['/api/shops/{shop}/activity/export', '/api/installation/activity/export'])
    expect(Object.keys(document.paths[path]?.get?.responses['200']?.content ?? {})).toEqual([
      'text/csv',
      'application/json',
    ])
})

it('names the scopes that an operation needs by what it is about', () => {
  const said = (method: string, path: string) =>
    document.paths[`/api/shops/{shop}${path}`]?.[method]?.description
  for (const [method, path] of [
    ['get', '/jobs'],
    ['get', '/jobs/{id}/rows'],
    ['post', '/jobs/{id}/run'],
  ] as const)
    expect(said(method, path)).toMatch(
      /^Scope: `jobs.read`\. .*`products.write` or `checkouts.import` or `customers.import`/,
    )
  expect(said('get', '/jobs/{id}/report')).toMatch(/`customers.export`.*`personal_data.read`/)
  expect(said('post', '/checkouts')).toContain('`card_tokens.read`')
  expect(said('get', '/jobs/copies')).toBe('For people alone: refuses API tokens.')
  expect(said('get', '/products')).toBe('Scope: `products.read`.')
})

it('describes answers about the health of the process, which are no problems', () => {
  const { responses } = document.paths['/api/health/ready']!.get!
  const takes = (status: string, value: object) =>
    new Ajv().compile(responses[status]?.content?.['application/json']?.schema ?? false)(value)
  expect(takes('200', { status: 'ready' })).toBe(true)
  expect(takes('200', { status: 'ready', replica: 'behind' })).toBe(true)
  expect(takes('503', { status: 'starting' })).toBe(true)
  expect(takes('503', { status: 'unavailable', missing: ['disk'] })).toBe(true)
  expect(Object.keys(document.paths['/api/metrics']!.get!.responses)).toEqual([
    '200',
    '401',
    '404',
    'default',
  ])
})

it('names the cookie of a session as the installation calls it', () => {
  expect(document.components.securitySchemes.session).toMatchObject({
    name: '__Host-next-auth.session-token',
  })
})
