import { beforeAll, expect, it } from 'vitest'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { notifications } from '@/lib/notifications/server/tables'
import { memberships, users } from '@/lib/core/server/tables/users'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { testApplication } from '../../testing/application'
import { checkoutClient, having } from '../../testing/checkouts'

const support = { userId: crypto.randomUUID(), email: 'support@shop.example', name: 'Sam' }
const viewer = { userId: crypto.randomUUID(), email: 'viewer@shop.example', name: 'Vera' }
const allowed = { userId: crypto.randomUUID(), email: 'allowed@shop.example', name: 'Alma' }
const written = { email: 'maria.keller@mail.example', phone: '+49 30 1234567' }
const text = `for ${written.email}, ${written.phone}`
const tracking_id = `A-77;${written.email}`
const note = { text: `Call ${written.phone} or write to ${written.email}. Card 4111 1111 1111 1111` }
const label = `VIP ${written.email}`

const app = testApplication()
beforeAll(async () => {
  for (const { userId, ...rest } of [support, viewer, allowed])
    await app.engine.db.insert(users).values({ id: userId, ...rest, passwordHash: 'none' })
  await app.engine.db.insert(memberships).values([
    { shopId: 'sandbox', userId: support.userId, role: 'support' },
    { shopId: 'sandbox', userId: viewer.userId, role: 'viewer' },
    { shopId: 'sandbox', userId: allowed.userId, role: 'viewer', allowances: ['personal_data'] },
  ])
})

it('masks contacts in free text and in names of customers for support and viewers, wherever it is shown', async () => {
  const client = checkoutClient(app)
  browser.person = app.owner.actor
  const customer = await fetch(`${app.url}/api/shops/sandbox/customers`, {
    method: 'POST',
    body: JSON.stringify({
      email: written.email,
      last_name: written.email,
      external_id: written.email,
      ip: '203.0.113.1',
    }),
  })
  const { id: customerId } = (await customer.json()) as { id: string }
  const made = await client.make(
    having({ description: text, tracking_id }, { customer: { email: written.email } }),
  )
  await client.notify({
    transaction: {
      uid: 'uid-1',
      status: 'failed',
      type: 'payment',
      amount: 14990,
      currency: 'EUR',
      description: text,
      tracking_id,
      message: `Refused: ${text}`,
      additional_data: { receipt_text: [text], vendor: { name: 'CTP', token: made.token } },
      customer: { email: written.email },
    },
  })
  await eventually(async () => {
    const rows = await app.engine.db.select().from(notifications).where(app.whereShop(notifications))
    if (!rows[0]?.processedAt) throw new Error('not worked out yet')
  })
  const [row] = await app.engine.db.select().from(notifications).where(app.whereShop(notifications))
  const base = `/api/shops/sandbox`
  const asOwner = async (method: string, address: string, body: object) => {
    browser.person = app.owner.actor
    const answer = await fetch(`${app.url}${base}${address}`, { method, body: JSON.stringify(body) })
    expect([address, answer.ok]).toEqual([address, true])
  }
  await asOwner('POST', `/customers/${customerId}/notes`, note)
  await asOwner('POST', '/payments/uid-1/notes', note)
  await asOwner('PATCH', `/customers/${customerId}`, { labels: [label] })
  const addresses = [
    '/notifications',
    '/notifications?q=A-77',
    '/notifications?q=refused',
    `/notifications/${row?.id}`,
    '/checkouts',
    '/checkouts?q=A-77',
    `/checkouts/${made.id}`,
    '/checkouts/tracking?tracking_id=A-77',
    '/customers',
    `/customers/${customerId}`,
    `/customers/${customerId}/timeline`,
    `/customers/${customerId}/timeline?kind=note`,
    `/customers/${customerId}/timeline?kind=change`,
    '/customers/filters',
    '/payments',
    '/payments/uid-1',
  ]
  for (const address of addresses) {
    const read = async (as: SignedIn) => {
      browser.person = as
      const answer = await fetch(`${app.url}${base}${address}`)
      expect([address, answer.status]).toEqual([address, 200])
      return answer.text()
    }
    // Shows that the address contains them: otherwise the test would prove nothing.
    expect([address, (await read(app.owner.actor)).includes(written.email)]).toEqual([address, true])
    expect([address, (await read(allowed)).includes(written.email)]).toEqual([address, true])
    for (const one of [support, viewer]) {
      const shown = await read(one)
      expect([address, /keller@|1234567|4111 ?1111/.exec(shown)]).toEqual([address, null])
    }
  }
  browser.person = support
  for (const address of [`/customers/${customerId}/notes`, '/payments/uid-1/notes']) {
    const answer = await fetch(`${app.url}${base}${address}`, { method: 'POST', body: JSON.stringify(note) })
    expect(await answer.json()).toMatchObject({
      text: 'Call •••67 or write to m•••@mail.example. Card ••••1111',
    })
  }
  const reveal = async (as: SignedIn, address: string) => {
    browser.person = as
    return [address, (await fetch(`${app.url}${base}${address}`, { method: 'POST' })).status]
  }
  const revealed = async (as: SignedIn) => {
    browser.person = as
    const answer = await fetch(`${app.url}${base}/customers/${customerId}/reveal`, { method: 'POST' })
    return answer.json()
  }
  expect(await revealed(support)).toMatchObject({
    last_name: written.email,
    external_id: written.email,
    notes: [note, note],
  })
  for (const address of [`/notifications/${row?.id}/reveal`, `/customers/${customerId}/reveal`]) {
    expect(await reveal(viewer, address)).toEqual([address, 403])
    for (const one of [support, allowed]) expect(await reveal(one, address)).toEqual([address, 200])
  }
})
