/**
 * How the nine endpoints and the optional queries arrive at a gateway (docs/gateway.md#endpoints), and what is logged.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkoutRequest } from '../checkouts/checkout'
import { customerCreate } from '../customers/customer'
import { productCreate, productUpdate } from '../products/product'
import { tokenizationRequest } from '../cards/tokenization'
import { GatewayError } from '../../core/server/errors'
import { describeError } from '../../core/server/log/log'
import { digitsAlone } from '../../testing/digits-alone'
import { listen, testOffice, testSecret } from '../../testing/office'
import {
  createCheckoutAtGateway,
  readCheckoutAtGateway,
  createCustomerAtGateway,
  readCustomerAtGateway,
  createAtGateway,
  readAtGateway,
  updateAtGateway,
  tokenizeAtGateway,
  findTransactionsAtGateway,
  readTransactionAtGateway,
} from './endpoints'
import { streamList } from './stream-list'
import { forgetGates, setClock } from './testing'

type Arrived = { method: string; path: string; headers: Record<string, unknown>; body: string }

const office = testOffice('embedded')
let gateway: Awaited<ReturnType<typeof listen>>
let arrived: Arrived[] = []
let answer: { status: number; body?: unknown; raw?: string }

beforeAll(async () => {
  gateway = await listen((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      arrived.push({ method: request.method!, path: request.url!, headers: request.headers, body })
      if (answer.raw !== undefined) return void response.socket?.end(answer.raw)
      response.writeHead(answer.status, { location: '/elsewhere' })
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
    })
  })
  // One server replaces the three hosts, distinguished by a path prefix.
  const shop = { gatewayUrl: `${gateway.url}/base`, apmUrl: `${gateway.url}/apm` }
  Object.assign(office.context.shop, shop, { checkoutUrl: `${gateway.url}/checkout` })
})
afterAll(() => gateway.close())
beforeEach(() => {
  forgetGates()
  setClock()
  arrived = []
})

const cardNumber = '4200000000000000'
const securityCode = '9173'
const cardToken = 'c4rd-t0k3n-of-a-customer'

const product = productCreate.parse({
  name: 'Papier à écrire €',
  description: 'Laid',
  currency: 'EUR',
  amount: 1250,
  quantity: 3,
  immortal: true,
})
const checkout = checkoutRequest.parse({
  checkout: {
    transaction_type: 'payment',
    attempts: 3,
    order: { amount: 1250, currency: 'EUR', description: 'Papier à écrire €' },
    payment_method: { credit_card: { token: cardToken } },
  },
})
const customer = customerCreate.parse({ email: 'a@shop.example', ip: '192.0.2.1', external_id: '7' })
const card = {
  request: {
    amount: 3245,
    currency: 'EUR',
    description: 'Abo',
    credit_card: { number: cardNumber, verification_value: securityCode, exp_month: '1', exp_year: '2031' },
  },
}
const prd = { id: 'prd_1', name: 'Paper' }
const cst = { id: 'cst_1', email: 'a@shop.example' }
const transaction = { uid: 'u-1', status: 'successful', credit_card: { token: cardToken } }
const token = { token: 'p4ym3nt-t0k3n', redirect_url: 'https://pay.example/v2/checkout?token=p4ym3nt-t0k3n' }

/** All elements of a list, which is read as it arrives. */
async function listed(list: 'products' | 'customers'): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const elements of streamList(office.context, `${office.context.shop.apmUrl}/${list}`))
    all.push(...elements.map(({ value }) => value))
  return all
}

type Endpoint = {
  does: string
  path: string
  /** The path in the log, if it differs from `path`. */
  logged?: string
  run: () => Promise<unknown>
  sends?: unknown
  status: number
  reply?: unknown
  gives: unknown
}
const endpoints: Endpoint[] = [
  {
    does: '1: POST',
    path: '/base/transactions/tokenizations',
    run: () => tokenizeAtGateway(office.context, tokenizationRequest({ hasThreeDSecure: false }).parse(card)),
    sends: card,
    status: 200,
    reply: { transaction },
    gives: transaction,
  },
  {
    does: '2: POST',
    path: '/checkout/ctp/api/checkouts',
    run: () => createCheckoutAtGateway(office.context, checkout),
    sends: checkout,
    status: 201,
    reply: { checkout: token },
    gives: token,
  },
  {
    does: '3: POST',
    path: '/apm/products',
    run: () => createAtGateway(office.context, product),
    sends: { ...product, amount: '1250', quantity: '3' },
    status: 201,
    reply: prd,
    gives: prd,
  },
  {
    does: '4: GET',
    path: '/apm/products/prd_1',
    run: () => readAtGateway(office.context, 'prd_1'),
    status: 200,
    reply: prd,
    gives: prd,
  },
  {
    does: '5: GET',
    path: '/apm/products',
    run: () => listed('products'),
    status: 200,
    reply: [prd],
    gives: [prd],
  },
  {
    does: '6: PUT',
    path: '/apm/products/prd_1',
    run: () => updateAtGateway(office.context, 'prd_1', productUpdate.parse({ amount: 99, infinite: true })),
    sends: { amount: '99', infinite: true },
    status: 204,
    gives: undefined,
  },
  {
    does: '7: POST',
    path: '/apm/customers',
    run: () => createCustomerAtGateway(office.context, customer),
    sends: { email: 'a@shop.example', ip: '192.0.2.1', external_id: '7' },
    status: 201,
    reply: cst,
    gives: cst,
  },
  {
    does: '8: GET',
    path: '/apm/customers/cst_1',
    run: () => readCustomerAtGateway(office.context, 'cst_1'),
    status: 200,
    reply: cst,
    gives: cst,
  },
  {
    does: '9: GET',
    path: '/apm/customers',
    run: () => listed('customers'),
    status: 200,
    reply: [cst],
    gives: [cst],
  },
  {
    does: 'beyond: GET',
    path: '/checkout/ctp/api/checkouts/p4ym3nt-t0k3n',
    logged: '/checkout/ctp/api/checkouts/…',
    run: () => readCheckoutAtGateway(office.context, 'p4ym3nt-t0k3n'),
    status: 200,
    reply: { checkout: { ...token, finished: true } },
    gives: { ...token, finished: true },
  },
  {
    does: 'beyond: GET',
    path: '/base/transactions/1-310b0da80b',
    run: () => readTransactionAtGateway(office.context, '1-310b0da80b'),
    status: 200,
    reply: { transaction: { ...transaction, uid: '1-310b0da80b' } },
    gives: JSON.stringify({ transaction: { ...transaction, uid: '1-310b0da80b' } }),
  },
  {
    does: 'beyond: GET',
    path: '/base/v2/transactions/tracking_id/order%2F7%3Fa',
    run: () => findTransactionsAtGateway(office.context, 'order/7?a'),
    status: 200,
    reply: { transactions: [transaction] },
    gives: [transaction],
  },
]
const credentials = `Basic ${Buffer.from(`361:${testSecret}`, 'utf8').toString('base64')}`

describe.each(endpoints)(
  'endpoint $does $path',
  ({ does, path, logged, run, sends, status, reply, gives }) => {
    it('arrives as the interface has it, and its answer is read', async () => {
      answer = { status, body: reply }
      const given = await run()
      expect(given).toEqual(gives)
      const [request] = arrived
      expect(`${does.split(' ')[0]} ${request?.method}`).toBe(does)
      expect(request?.path).toBe(path)
      expect(request?.headers).toMatchObject({ authorization: credentials, accept: 'application/json' })
      expect(request?.headers['content-type']).toBe(sends === undefined ? undefined : 'application/json')
      expect(request?.headers['x-api-version']).toBe(path.includes('/ctp/') ? '2' : undefined)
      expect(request?.body ? JSON.parse(request.body) : undefined).toEqual(sends)
    })

    it('fails with what the caller can act on', async () => {
      const errors = { base: ['is wrong'] }
      answer = { status: 422, body: { message: 'Wrong', errors } }
      await expect(run()).rejects.toMatchObject({ code: 'gateway_rejected', detail: 'Wrong', errors })
      answer = { status: 302, body: { message: 'Gone' } }
      await expect(run()).rejects.toMatchObject({ code: 'gateway_redirect', detail: 'Gone' })
      answer = { status: 500 }
      const writing = sends !== undefined
      await expect(run()).rejects.toMatchObject({ code: 'gateway_unavailable', mayHaveHappened: writing })
      expect(arrived).toHaveLength(3)
    })

    const echo = `${testSecret} ${credentials} ${cardNumber} ${securityCode} ${cardToken} p4ym3nt-t0k3n`
    it.each<[string, () => typeof answer, string]>([
      ['an answer', () => ({ status, body: reply }), '"level":20'],
      [
        'a refusal that repeats what was sent',
        () => ({ status: 422, body: { message: echo, errors: { number: [echo] } } }),
        'gateway_rejected',
      ],
      ['an outage', () => ({ status: 500, body: { message: echo } }), 'gateway_unavailable'],
      [
        'nonsense that repeats what was sent',
        () => ({ status: 200, body: `not what was expected: ${echo}` }),
        'gateway_unreadable',
      ],
      ['no HTTP at all', () => ({ status: 0, raw: `${echo}\r\n\r\n` }), 'gateway_unavailable'],
    ])('is logged without secrets, bodies and replies: %s', async (_name, given, expected) => {
      answer = given()
      const before = office.logged().length
      const error = await run().catch((caught: unknown) => caught)
      const text = office.logged().slice(before)
      expect(text).toContain(expected)
      expect(text).toContain(`"path":"${logged ?? path}"`)
      // The error may be logged later, and must not reveal more.
      const causes =
        error instanceof GatewayError ? JSON.stringify([describeError(error), causesOf(error)]) : ''
      const secrets = [testSecret, credentials, cardNumber, cardToken, 'p4ym3nt', 'à écrire']
      for (const secret of secrets) expect(text + causes).not.toContain(secret)
      expect(text + causes).not.toMatch(digitsAlone(securityCode))
    })
  },
)

function causesOf({ cause }: Error): unknown[] {
  if (!(cause instanceof Error)) return []
  const own = Object.getOwnPropertyNames(cause).map((name) => String(Reflect.get(cause, name)))
  return [own, causesOf(cause)]
}

it('logs a call with its correlation ID, status, latency and attempt, and no query', async () => {
  answer = { status: 503 }
  const log = office.context.log.child({ correlation_id: 'c-1' })
  const before = office.logged().length
  await expect(readCustomerAtGateway({ ...office.context, log }, 'cst_1')).rejects.toBeInstanceOf(
    GatewayError,
  )
  const lines = office
    .logged()
    .slice(before)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const line = { correlation_id: 'c-1', method: 'GET', path: '/apm/customers/cst_1', status: 503, latency_ms: 0 } // prettier-ignore
  expect(lines).toMatchObject([
    { ...line, level: 40, attempt: 1, repeated: true },
    { ...line, level: 40, attempt: 2, repeated: true },
    { ...line, level: 40, attempt: 3, repeated: false },
  ])
})
