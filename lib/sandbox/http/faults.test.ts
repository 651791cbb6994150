import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { ensureSandboxShop } from '../shops/shops'
import { basic, customerBody, testSandbox, productBody, serveSandbox, testShop } from '../testing'
import { takeFault } from './faults'

const authorization = basic(testShop.shopId, testShop.secretKey)

onEachEngine('faults on demand by POST /sandbox/faults', (kind) => {
  const sandbox = testSandbox(kind)
  let server: Awaited<ReturnType<typeof serveSandbox>>
  beforeAll(async () => {
    server = await serveSandbox()
  })
  afterAll(async () => {
    await server.close()
  })
  afterEach(() => sandbox.call('DELETE', '/faults'))

  const order = (body: unknown) => sandbox.call('POST', '/faults', { body })
  /** Creates a customer over real HTTP. Null if the response was not complete. */
  const create = async (email = 'maria@shop.example') => {
    try {
      const answer = await fetch(`${server.url}/sandbox/customers`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(customerBody({ email })),
      })
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    } catch {
      return null
    }
  }
  const emails = async () => {
    const list = (await (await sandbox.call('GET', '/customers')).json()) as { email: string }[]
    return list.map(({ email }) => email)
  }

  it('befalls the next calls, then none', async () => {
    const ordered = await order({ endpoint: 'customers.create', kind: 'status', count: 2, status: 503 })
    const fault = (await ordered.json()) as { id: string }
    expect([ordered.status, fault]).toEqual([
      201,
      { id: fault.id, endpoint: 'customers.create', kind: 'status', status: 503, happens: false, count: 2 },
    ])
    expect((await create())?.status).toBe(503)
    expect(await (await sandbox.call('GET', '/faults')).json()).toEqual([{ ...fault, count: 1 }])
    expect((await sandbox.call('GET', '/customers')).status).toBe(200)
    expect((await create())?.status).toBe(503)
    expect((await create())?.status).toBe(201)
    expect(await (await sandbox.call('GET', '/faults')).json()).toEqual([])
  })

  it.each<[string, Record<string, unknown>, Awaited<ReturnType<typeof create>>, boolean]>([
    [
      'a status',
      { kind: 'status', status: 500, body: { message: 'Oops' } },
      { status: 500, type: 'application/json', text: '{"message":"Oops"}' },
      false,
    ],
    [
      'a status without a body',
      { kind: 'status', status: 204 },
      { status: 204, type: null, text: '' },
      false,
    ],
    [
      'a status after the fact',
      { kind: 'status', status: 502, happens: true },
      { status: 502, type: 'application/json', text: '{"message":"Fault: 502"}' },
      true,
    ],
    ['an answer cut half-way', { kind: 'cut' }, null, false],
    ['an answer cut after the fact', { kind: 'cut', happens: true }, null, true],
    ['a lost answer', { kind: 'lost' }, null, true],
    [
      'half of JSON',
      { kind: 'malformed' },
      { status: 200, type: 'application/json', text: '{"id": "prd_' },
      false,
    ],
    [
      'a page',
      { kind: 'html' },
      { status: 200, type: 'text/html; charset=utf-8', text: expect.stringContaining('<h1>') as string },
      false,
    ],
  ])('answers with %s', async (name, fault, answer, happens) => {
    const email = `${name.replaceAll(' ', '-')}@shop.example`
    expect((await order({ endpoint: 'customers.create', ...fault })).status).toBe(201)
    expect(await create(email)).toEqual(answer)
    expect((await emails()).includes(email)).toBe(happens)
  })

  it('carries out what is slow', async () => {
    await order({ endpoint: 'products.create', kind: 'slow', ms: 20 })
    expect((await sandbox.call('POST', '/products', { body: productBody() })).status).toBe(201)
  })

  it('says when to come again', async () => {
    await order({ endpoint: 'products.list', kind: 'status', status: 429, retry_after: 7 })
    const answer = await sandbox.call('GET', '/products')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7'])
  })

  it('uses up the oldest first, and never more than were ordered, however many calls come at once', async () => {
    for (const status of [501, 502])
      await order({ endpoint: 'products.list', kind: 'status', status, count: 3 })
    const all = await Promise.all(Array.from({ length: 10 }, () => sandbox.call('GET', '/products')))
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 501, 501, 501, 502, 502, 502,
    ])
  })

  it('is nothing to who has no credentials, and to no other shop', async () => {
    await ensureSandboxShop(sandbox.engine.db, sandbox.engine.sealer, { shopId: 362, secretKey: 'other' })
    const other = basic(362, 'other')
    await order({ endpoint: 'products.list', kind: 'html' })
    expect((await sandbox.call('GET', '/products', { authorization: null })).status).toBe(401)
    expect((await sandbox.call('GET', '/products', { authorization: other })).status).toBe(200)
    expect(await (await sandbox.call('GET', '/faults', { authorization: other })).json()).toEqual([])
    await sandbox.call('DELETE', '/faults', { authorization: other })
    expect((await sandbox.call('GET', '/products')).headers.get('content-type')).toMatch(/html/)
  })

  it('hands those of notifications to whoever queues them', async () => {
    await order({ endpoint: 'notifications', kind: 'late', seconds: 60 })
    await order({ endpoint: 'notifications', kind: 'twice' })
    const take = () => takeFault(sandbox.engine.db, testShop.shopId, 'notifications')
    expect(await take()).toEqual({ kind: 'late', seconds: 60 })
    expect(await take()).toEqual({ kind: 'twice' })
    expect(await take()).toBeNull()
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, 'endpoint'],
    ['an unknown endpoint', { endpoint: 'refunds.create', kind: 'cut' }, 'endpoint'],
    ['an unknown kind', { endpoint: 'products.list', kind: 'flood' }, 'kind'],
    ['a kind for notifications', { endpoint: 'products.list', kind: 'twice' }, 'kind'],
    ['a kind for calls', { endpoint: 'notifications', kind: 'html' }, 'kind'],
    ['none of it', { endpoint: 'products.list', kind: 'cut', count: 0 }, 'count'],
    ['too much of it', { endpoint: 'products.list', kind: 'cut', count: 1001 }, 'count'],
    ['no time', { endpoint: 'products.list', kind: 'slow' }, 'ms'],
    ['too long', { endpoint: 'products.list', kind: 'slow', ms: 120_001 }, 'ms'],
    ['no status', { endpoint: 'products.list', kind: 'status' }, 'status'],
    ['a status that is none', { endpoint: 'products.list', kind: 'status', status: 101 }, 'status'],
    ['NUL in a body', { endpoint: 'products.list', kind: 'status', status: 500, body: ['\0'] }, 'body'],
    ['a parameter that is none', { endpoint: 'products.list', kind: 'cut', ms: 5 }, 'base'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await order(body)
    expect(answer.status).toBe(422)
    expect(((await answer.json()) as { errors: object }).errors).toHaveProperty(field)
    expect(await (await sandbox.call('GET', '/faults')).json()).toEqual([])
  })
})
