import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { loadShop, type Shop } from '../shops/shops'
import { basic, testSandbox, payerBody, productBody, serveHttp, testShop } from '../testing'
import { tokenize, type TestTransaction } from '../tokenizations/testing'
import { askVerification } from './process'

type Asked = { headers: Headers; body: Buffer; transaction: TestTransaction & { amount: number } }
type Reply = (transaction: Asked['transaction']) => Response | Promise<Response>

const accepted: Reply = ({ uid, amount }) => Response.json({ code: 0, uid, amount })
const unreadable = 'Verification answer is not readable'
const another = 'Verification answer is for another transaction'
const no200 = 'Verification request was not answered with status 200'

const refusals: [name: string, reply: Reply, message: string, friendly?: string][] = [
  [
    'another code',
    ({ uid, amount }) => Response.json({ code: 5, uid, amount }),
    'Declined by the verification of the shop',
  ],
  [
    'another code and its reasons',
    ({ uid, amount }) =>
      Response.json({ code: 1, uid, amount, message: 'Stolen', friendly_message: 'Please call us' }),
    'Stolen',
    'Please call us',
  ],
  ['status 201', ({ uid, amount }) => Response.json({ code: 0, uid, amount }, { status: 201 }), no200],
  ['status 500', () => new Response('no', { status: 500 }), no200],
  ['a redirect', () => Response.redirect('https://books.example/'), no200],
  ['another uid', ({ amount }) => Response.json({ code: 0, uid: 'x', amount }), another],
  ['another amount', ({ uid, amount }) => Response.json({ code: 0, uid, amount: amount + 1 }), another],
  ['no JSON', () => new Response('OK'), unreadable],
  ['no object', () => Response.json([0]), unreadable],
  ['no code', ({ uid, amount }) => Response.json({ uid, amount }), unreadable],
  ['a code in words', ({ uid, amount }) => Response.json({ code: '0', uid, amount }), unreadable],
  ['nothing', () => new Response(null), unreadable],
  ['too much', () => new Response('x'.repeat(100_000)), 'Verification request was not answered'],
]

onEachEngine('verification requests to a real shop', (kind) => {
  const sandbox = testSandbox(kind)
  let receiver: Awaited<ReturnType<typeof serveHttp>>
  let shop: Shop
  const asked: Asked[] = []
  let reply: Reply = accepted

  beforeAll(async () => {
    receiver = await serveHttp(async (request) => {
      const body = Buffer.from(await request.arrayBuffer())
      const { transaction } = JSON.parse(body.toString()) as Asked
      asked.push({ headers: request.headers, body, transaction })
      return reply(transaction)
    })
    shop = (await loadShop(sandbox.engine.db, sandbox.engine.sealer, testShop.shopId))!
  })
  beforeEach(() => {
    asked.length = 0
  })
  afterAll(async () => {
    await receiver.close()
  })
  const ask = (card: Record<string, unknown> = {}) =>
    tokenize(sandbox, { verification_url: `${receiver.url}/verify` }, card)

  it('come before anything is done, signed, as the transaction that waits', async () => {
    let before = ''
    reply = async (transaction) => {
      before = await sandbox.dump()
      return accepted(transaction)
    }
    const { transaction } = await ask()
    expect(transaction.status).toBe('successful')
    expect(before).not.toContain(transaction.uid)
    expect(asked).toHaveLength(1)
    const { headers, body, transaction: about } = asked[0]!
    expect(about).toMatchObject({
      uid: transaction.uid,
      status: 'incomplete',
      credit_card: { last_4: '0000', token: null },
    })
    expect(headers.get('authorization')).toBe(basic(testShop.shopId, testShop.secretKey))
    expect(headers.get('content-type')).toBe('application/json')
    const key = createPublicKey({ key: Buffer.from(shop.publicKey, 'base64'), format: 'der', type: 'spki' })
    const signature = Buffer.from(headers.get('content-signature') ?? '', 'base64')
    expect(verify('sha256', body, key, signature)).toBe(true)
  })

  it.each(refusals)('decline when they are answered with %s', async (_, refusal, message, friendly) => {
    reply = refusal
    const { status, transaction } = await ask()
    expect(status).toBe(200)
    expect(transaction).toMatchObject({
      status: 'failed',
      message,
      credit_card: { token: null },
      tokenization: { status: 'failed', message },
      three_d_secure_verification: { status: null },
    })
    expect((transaction as { friendly_message?: string }).friendly_message).toBe(friendly)
  })

  it('decline where nobody is there, and where the network is closed', async () => {
    for (const url of ['http://127.0.0.1:9/', 'http://10.0.0.1/']) {
      const { transaction } = await tokenize(sandbox, { verification_url: url })
      expect(transaction).toMatchObject({
        status: 'failed',
        message: 'Verification request was not answered',
      })
    }
  })

  it('decline where no answer comes in time', async () => {
    reply = () => new Promise(() => undefined)
    const about = { uid: 'u', amount: 1, body: { uid: 'u' } }
    expect(await askVerification(shop, receiver.url, about, { timeLimitMs: 50 })).toEqual({
      failure: 'error',
      message: 'Verification request was not answered',
    })
  })

  it('do not save a card that is declined by itself, and come before its challenge', async () => {
    reply = accepted
    expect((await ask({ number: '4005550000000019' })).transaction.status).toBe('failed')
    await sandbox.call('PUT', '/shop', { body: { three_d_secure: true } })
    expect((await ask({ number: '4012000000001097' })).transaction.status).toBe('incomplete')
    reply = refusals[0]![1]
    expect((await ask({ number: '4012000000001097' })).transaction.status).toBe('failed')
    expect(asked).toHaveLength(3)
  })

  it('are not made for a duplicate', async () => {
    reply = accepted
    const over = { amount: 77, verification_url: receiver.url }
    await tokenize(sandbox, over)
    expect((await tokenize(sandbox, over)).status).toBe(422)
    expect(asked).toHaveLength(1)
  })

  it('of a product go to the shop’s address, and decide there too', async () => {
    await sandbox.call('PUT', '/shop', { body: { verification_url: receiver.url } })
    const made = await sandbox.call('POST', '/products', { body: productBody() })
    const { id } = (await made.json()) as { id: string }
    const pay = async () => {
      const answer = await sandbox.call('POST', `/products/${id}/payments`, { body: payerBody() })
      return (await answer.json()) as { status: string }
    }
    reply = accepted
    expect((await pay()).status).toBe('successful')
    reply = refusals[0]![1]
    expect((await pay()).status).toBe('failed')
    const left = await sandbox.call('GET', `/products/${id}`)
    expect(await left.json()).toMatchObject({ quantity: 3 })
    await sandbox.call('PUT', '/shop', { body: { verification_url: null } })
  })
})
