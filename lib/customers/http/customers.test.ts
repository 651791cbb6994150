import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { CustomerDetail, CustomerPage, TimelinePage } from '@/lib/customers/schema'
import type { Problem } from '@/lib/core/api/problem'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { syncCustomers } from '@/lib/customers/server/reading/mirror'
import { secretKey } from '@/lib/core/server/shop/load'
import { apiOf, browser } from '../../testing/browser'
import { addMember, testApplication, testPerson } from '../../testing/application'

const support = testPerson('Support')

onEachEngine('customers over HTTP with the sandbox', (kind) => {
  const app = testApplication(kind)
  beforeAll(async () => {
    const { engine } = app
    await addMember(engine, support, 'support')
    const maria = {
      first_name: 'Maria',
      last_name: 'Keller',
      email: 'maria.keller@reader.example',
      ip: '::1',
    }
    await atGateway('/customers', { method: 'POST', body: JSON.stringify(maria) })
    await call('POST', '/sync')
  })

  const api = apiOf(app, '/api/shops/sandbox/customers')
  const call = <Body = Problem>(
    method: string,
    path: string,
    { body, as, headers }: { body?: unknown; as?: SignedIn; headers?: Record<string, string> } = {},
  ) => {
    browser.person = as ?? app.owner.actor
    return api<Body>(method, path, body, headers)
  }
  const atGateway = async (path: string, init: RequestInit = {}) => {
    const credentials = Buffer.from(`${app.owner.shop.gatewayShopId}:${secretKey(app.owner)}`)
    const headers = {
      authorization: `Basic ${credentials.toString('base64')}`,
      'content-type': 'application/json',
    }
    return fetch(`${app.url}/sandbox${path}`, { ...init, headers })
  }
  const nina = {
    first_name: 'Nina',
    email: 'nina@reader.example',
    ip: '192.0.2.99',
    phone: '+49 30 5550199',
  }

  it('creates a customer once per key, and reports errors by field', async () => {
    const headers = { 'idempotency-key': 'one' }
    const made = await call<CustomerDetail>('POST', '', { body: nina, headers })
    expect(made).toMatchObject({
      status: 201,
      body: { ...nina, duplicates: [], submitted_by: app.owner.actor.name },
    })
    expect(await call('POST', '', { body: nina, headers })).toEqual(made)
    const wrong = {
      ...nina,
      ip: 'x',
      country: 'US',
      zip: '1',
      state: 'Bavaria',
      external_id: 'x'.repeat(256),
    }
    const refused = await call('POST', '', { body: wrong })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual(['external_id', 'ip', 'state', 'zip'])
    const found = await call<{ items: { reasons: string[] }[] }>('GET', '/duplicates?phone=030%205550199', {
      as: support,
    })
    expect(found.body.items).toMatchObject([{ reasons: ['phone'], email: 'n•••@reader.example' }])
  })

  it('shows the gateway’s own words on their fields', async () => {
    const body = { message: 'Ip is odd', errors: { ip: ['is odd'] } }
    const fault = { endpoint: 'customers.create', kind: 'status', status: 422, body, count: 1 }
    await atGateway('/faults', { method: 'POST', body: JSON.stringify(fault) })
    expect(await call('POST', '', { body: nina })).toMatchObject({
      status: 422,
      body: { code: 'gateway_rejected', detail: 'Ip is odd', errors: { ip: ['is odd'] } },
    })
  })

  it('finds a customer made elsewhere by ID, and no unknown one', async () => {
    const made = await atGateway('/customers', { method: 'POST', body: JSON.stringify(nina) })
    const { id } = (await made.json()) as { id: string }
    expect(await call('GET', `/${id}`, { as: support })).toMatchObject({
      status: 200,
      body: { id, masked: true },
    })
    expect(await call('GET', '/cst_00ff')).toMatchObject({ status: 404, body: { code: 'not_found' } })
    // The gateway limits how often a shop asks, so one person cannot use it up.
    const asked = (failures: number) =>
      app.engine.db.execute(
        sql`UPDATE sign_in_failures SET failures = ${failures} WHERE key LIKE 'gateway-question:sandbox%'`,
      )
    await asked(60)
    expect(await call('GET', '/cst_00ff')).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    })
    expect(await call('GET', `/${id}`)).toMatchObject({ status: 200 })
    await asked(0)
  })

  it('keeps labels that colleagues add and remove at the same time', async () => {
    const { body: made } = await call<CustomerDetail>('POST', '', {
      body: { first_name: 'Lena', email: 'labelled@reader.example', ip: '192.0.2.98' },
      headers: { 'idempotency-key': 'labelled' },
    })
    const change = (body: object) => call<CustomerDetail>('PATCH', `/${made.id}`, { body })
    await change({ labels: ['VIP', 'press'] })
    await Promise.all([change({ added_labels: ['late', 'VIP'] }), change({ added_labels: ['wholesale'] })])
    const { body } = await change({ added_labels: ['new'], removed_labels: ['press', 'gone'] })
    expect(body.labels.toSorted((a, b) => a.localeCompare(b))).toEqual(['late', 'new', 'VIP', 'wholesale'])
    const many = Array.from({ length: 17 }, (_, at) => `label ${at}`)
    expect(await change({ added_labels: many })).toMatchObject({
      status: 422,
      body: { errors: { added_labels: [expect.any(String)] } },
    })
    expect((await call<CustomerDetail>('GET', `/${made.id}`)).body.labels).toHaveLength(4)
  })

  it('lets support look up, annotate and reveal, and nothing else', async () => {
    const page = await call<CustomerPage>('GET', '?q=maria.keller@reader.example', { as: support })
    const [customer] = page.body.items
    const id = customer?.id ?? ''
    expect(customer).toMatchObject({ email: 'm•••@reader.example', masked: true })
    expect(await call('POST', `/${id}/notes`, { as: support, body: { text: 'Called' } })).toMatchObject({
      status: 201,
    })
    expect(await call('PATCH', `/${id}`, { as: support, body: { labels: ['VIP'] } })).toMatchObject({
      status: 200,
      body: { labels: ['VIP'], email: 'm•••@reader.example' },
    })
    expect(await call('POST', `/${id}/reveal`, { as: support })).toMatchObject({
      body: { email: 'maria.keller@reader.example' },
    })
    const contact = { email: 'new@reader.example', phone: '+49 30 998877', address: 'Lindenweg 4' }
    const masked = { email: 'n•••@reader.example', phone: '•••77', address: '•••' }
    for (const method of ['PATCH', 'GET'])
      expect(
        await call(method, `/${id}`, { as: support, body: method === 'PATCH' ? { contact } : undefined }),
      ).toMatchObject({ status: 200, body: { contact: masked } })
    // What is sent back as it was shown stays.
    const { phone, address } = masked
    expect(
      await call('PATCH', `/${id}`, { as: support, body: { contact: { phone, address } } }),
    ).toMatchObject({ status: 200, body: { contact: masked } })
    expect(await call('POST', `/${id}/reveal`, { as: support })).toMatchObject({ body: { contact } })
    const { body } = await call<TimelinePage>('GET', `/${id}/timeline`, { as: support })
    expect(body.items.map((entry) => ('action' in entry ? entry.action : entry.kind))).toEqual([
        'customer.revealed', 'customer.corrected', 'customer.revealed', 'customer.labelled', 'note',
      ]) // prettier-ignore
    expect(JSON.stringify(body)).not.toContain('maria.keller@')
    for (const [path, given] of [
      ['/merge', { other: id }],
      ['/unmerge', { other: id }],
      ['/anonymise', undefined],
    ] as const)
      // prettier-ignore
      expect(await call('POST', `/${id}${path}`, { as: support, body: given })).toMatchObject({ status: 403 })
    expect(await call('GET', '?sort=email', { as: support })).toMatchObject({ status: 403 })
    expect(app.logged()).not.toContain('maria.keller@')
  })

  it('merges two, undoes it, and anonymises one', async () => {
    const ids = (await call<CustomerPage>('GET', '?q=nina')).body.items.map(({ id }) => id)
    const [kept = '', other = ''] = ids
    expect(await call('POST', `/${kept}/merge`, { body: { other } })).toMatchObject({
      body: { merged: [{ id: other }] },
    })
    expect(await call('GET', `/${other}`)).toMatchObject({ body: { merged_into: kept } })
    expect(await call('POST', `/${kept}/unmerge`, { body: { other } })).toMatchObject({
      body: { merged: [] },
    })
    expect(await call('POST', `/${other}/anonymise`)).toMatchObject({
      body: { anonymised: true, email: null },
    })
    await syncCustomers(app.owner)
    expect(await call('GET', `/${other}`)).toMatchObject({ body: { anonymised: true, email: null } })
    expect((await call<CustomerPage>('GET', '?q=nina')).body.items.map(({ id }) => id)).toEqual([kept])
  })

  it('takes any search there is', async () => {
    for (const q of ['%', '%%%', '_', '\\', `'"`, '💥', '\0', '‮עברית', 'x'.repeat(10_000)])
      expect(await call('GET', `?q=${encodeURIComponent(q)}`, { as: support })).toMatchObject({
        status: 200,
      })
  })
})
