import { beforeAll, expect, it } from 'vitest'
import { cardTokenSearchText } from '@/lib/card-tokens/server/list'
import { cardTokens } from '@/lib/card-tokens/server/tables'
import type { TokenScope } from '@/lib/core/permissions'
import { defaultFilters } from '@/lib/forwarding/schema'
import { forwardingAttempts, forwardingEndpoints, forwardingMessages } from '@/lib/forwarding/server/tables'
import { shopToken } from '@/lib/testing/api-tokens'
import { testApplication } from '@/lib/testing/application'
import { browser } from '@/lib/testing/browser'
import { checkoutClient, having } from '@/lib/testing/checkouts'
import { opened } from '@/lib/testing/opened'

const email = 'maria.keller@mail.example'
const scopes: TokenScope[] = [
  'card_tokens.read',
  'customers.read',
  'forwarding.read',
  'jobs.read',
  'customers.import',
]
const card = crypto.randomUUID()

const app = testApplication()
const client = opened(() => checkoutClient(app))
let [masked, open] = ['', '']
beforeAll(async () => {
  browser.person = app.owner.actor
  const made = await client.make(having({ description: `For ${email}` }))
  const customer = await fetch(`${app.url}/api/shops/sandbox/customers`, {
    method: 'POST',
    body: JSON.stringify({
      email: 'other@mail.example',
      last_name: 'm.keller@mail.example',
      ip: '203.0.113.1',
    }),
  })
  const { id: customerId } = (await customer.json()) as { id: string }
  await app.engine.db.insert(cardTokens).values({
    shopId: 'sandbox',
    id: card,
    tokenSealed: Buffer.alloc(0),
    mark: Buffer.from('mark'),
    tokenEnd: '',
    holder: 'Maria Keller',
    source: 'pasted',
    email,
    checkoutId: made.id,
    customerId,
    createdAt: new Date(),
    search: cardTokenSearchText({
      id: card,
      holder: 'Maria Keller',
      brand: 'visa',
      last4: '1006',
      email,
      uid: null,
    }),
  })
  masked = (await shopToken(app.owner, { scopes })).token
  open = (await shopToken(app.owner, { name: 'Open', scopes: [...scopes, 'personal_data.read'] })).token
})

const read = async (token: string, path: string) => {
  browser.person = null
  const answer = await fetch(`${app.url}/api/shops/sandbox${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-counterfoil-peer': '192.0.2.1' },
  })
  return { status: answer.status, text: await answer.text() }
}

it('masks the holder, the checkout and the customer of a card token', async () => {
  for (const path of ['/card-tokens', `/card-tokens/${card}`]) {
    const shown = await read(open, path)
    expect([path, shown.status, shown.text.includes('Maria Keller')]).toEqual([path, 200, true])
    const hidden = await read(masked, path)
    expect([path, hidden.status, /keller/i.exec(hidden.text)]).toEqual([path, 200, null])
  }
})

it('finds a card token by the whole e-mail address only', async () => {
  const found = async (token: string, q: string) =>
    (JSON.parse((await read(token, `/card-tokens?q=${q}`)).text) as { items: unknown[] }).items.length
  for (const q of [email, 'visa', '1006']) expect([q, await found(masked, q)]).toEqual([q, 1])
  for (const q of ['maria.k', 'kell', 'maria', 'mail.example']) {
    expect([q, await found(open, q)]).toEqual([q, 1])
    expect([q, await found(masked, q)]).toEqual([q, 0])
  }
  expect((await read(masked, '/card-tokens?sort=holder')).status).toBe(403)
})

it('hides what a receiver of forwarded notifications answered', async () => {
  const { db } = app.engine
  const [id, endpointId] = [crypto.randomUUID(), crypto.randomUUID()]
  const [at, shopId] = [new Date(), 'sandbox']
  await db.insert(forwardingEndpoints).values({
    shopId,
    id: endpointId,
    name: 'Shop',
    url: 'https://127.0.0.1:9/',
    filters: defaultFilters,
    secretSealed: Buffer.alloc(0),
    enabled: false,
    createdAt: at,
    createdBy: app.owner.actor.userId,
  })
  const message = { shopId, id, endpointId, notificationId: crypto.randomUUID(), state: 'given_up' as const }
  await db.insert(forwardingMessages).values({ ...message, roundAt: at, createdAt: at })
  const answer = `No customer ${email}`
  await db.insert(forwardingAttempts).values({ shopId, messageId: id, id, at, milliseconds: 1, answer })
  const path = `/forwarding/messages/${id}`
  expect((await read(open, path)).text).toContain(answer)
  expect((await read(masked, path)).text).toContain('"answer":null')
})

it('masks a customer’s e-mail address that is also their ID in the merchant’s system', async () => {
  browser.person = app.owner.actor
  const made = await fetch(`${app.url}/api/shops/sandbox/customers`, {
    method: 'POST',
    body: JSON.stringify({ email, external_id: email, ip: '203.0.113.1' }),
  })
  const { id } = (await made.json()) as { id: string }
  for (const path of ['/customers', `/customers/${id}`, `/customers/duplicates?external_id=${email}`]) {
    const shown = await read(open, path)
    expect([path, shown.status, shown.text.includes(email)]).toEqual([path, 200, true])
    const hidden = await read(masked, path)
    expect([path, hidden.status, /.{20}keller/.exec(hidden.text)]).toEqual([path, 200, null])
  }
  const found = async (q: string) =>
    (JSON.parse((await read(masked, `/customers?q=${q}`)).text) as { items: unknown[] }).items.length
  for (const [q, count] of [
    [email, 1],
    ['maria.kel', 0],
  ] as const)
    expect([q, await found(q)]).toEqual([q, count])
})

it('masks contacts in the name of an imported file, and in a first row that is data', async () => {
  browser.person = app.owner.actor
  const sent = await fetch(`${app.url}/api/shops/sandbox/customers/import?name=${email}.csv`, {
    method: 'POST',
    body: 'Maria,040 1112223,ip\nAnn,040 1112224,203.0.113.1',
  })
  const { id } = (await sent.json()) as { id: string }
  for (const path of ['/jobs', `/jobs/${id}`]) {
    const orderIn = (text: string) => /"name":"([^"]*)".*?"header":(\[.*?\])/.exec(text)?.slice(1)
    expect(orderIn((await read(open, path)).text)).toEqual([`${email}.csv`, '["Maria","040 1112223","ip"]'])
    expect(orderIn((await read(masked, path)).text)).toEqual([
      'm•••@mail.example.csv',
      '["Maria","•••23","ip"]',
    ])
  }
})
