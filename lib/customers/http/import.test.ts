import { like, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { CustomerDetail } from '@/lib/customers/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { opened } from '@/lib/testing/opened'
import { customerCreate } from '@/lib/gateway/customers/customer'
import { createCustomer } from '@/lib/customers/server/create'
import { customers } from '@/lib/customers/server/tables'
import { activity } from '@/lib/core/server/tables/requests'
import { addMember, testApplication, testPerson } from '../../testing/application'
import {
  customerHeader as header,
  customerLine as line,
  customersFile as fileOf,
  jobClient,
} from '../../testing/jobs'

onEachEngine('an import of customers over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app, 'customers'))
  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(async () => {
    browser.person = app.owner.actor
    await client.repair()
  })

  const make = (fields: Record<string, unknown>): Promise<CustomerDetail> =>
    createCustomer(app.owner, customerCreate.parse({ ip: '::1', ...fields }))
  const reasonsOf = async (id: string) => (await client.rows(id)).map(({ errors }) => errors?.base?.[0])
  const withExisting = async (id: string, columns: unknown, given = true) => {
    const body = { columns, with_existing: given }
    expect((await client.call('POST', `/jobs/${id}/mapping`, body)).status).toBe(200)
    return client.until(id, 'planned')
  }

  it('creates the customers of a file, and returns invalid rows for correction', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load(
      fileOf(line('Ada'), line('Ben', { email: 'none' }), 'Cy,cy@reader.example,,,Nowhere,x'),
      '?name=people.csv',
    )
    expect(planned).toMatchObject({
      kind: 'customers.import',
      order: { name: 'people.csv', with_existing: false, twins: { in_file: 0, existing: 0 } },
      counts: { total: 3, planned: 1, invalid: 2 },
    })
    expect(await client.countAtGateway()).toBe(before)
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, invalid: 2 }, undoable: false })
    expect(await client.countAtGateway()).toBe(before + 1)
    const [ada] = await client.rows(planned.id, 'done')
    expect(ada).toMatchObject({ name: 'Ada', currency: null, change: { country: 'DE' } })
    const made = await client.call('GET', `/customers/${ada?.subject}`)
    expect(made.json).toMatchObject({
      first_name: 'Ada',
      country: 'DE',
      submitted_by: app.owner.actor.name,
    })

    browser.person = { ...app.owner.actor, provenSecondsAgo: 3600 }
    const refused = await client.call('GET', `/jobs/${planned.id}/report`)
    expect(refused).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    browser.person = app.owner.actor
    const report = await client.call('GET', `/jobs/${planned.id}/report`)
    const [top, ben, cy] = parse(report.text)
    expect(top).toEqual([...header.split(','), 'file_row', 'error'])
    expect(ben?.at(-1)).toBe('email: Not an e-mail address')
    expect(cy?.at(-1)).toMatch(/^country: Not a country code .* \| ip: Not an IP address$/)
    const fixed = report.text.replace('none', 'ben@reader.example')
    expect(await client.run((await client.load(fixed)).id)).toMatchObject({
      counts: { done: 1, invalid: 1 },
    })
    expect((await client.call('POST', `/jobs/${planned.id}/undo`)).status).toBe(409)
  })

  it('skips and names existing customers, or creates them on request', async () => {
    const email = await make({ first_name: 'Dora', last_name: 'Hill', email: 'dora@reader.example' })
    await make({ email: 'x1@reader.example', phone: '+49 171 5550100' })
    await make({ email: 'x2@reader.example', external_id: 'c-77', phone: '0171 5550199' })
    const file = fileOf(
      line('Dora', { email: 'DORA@reader.example' }),
      line('Emil', { phone: '0171-555 01 00' }),
      line('Finn', { id: 'c-77', phone: '+49 171 5550199' }),
      line('Gina', { email: 'gina@reader.example', phone: '030 1234567', id: 'c-80' }),
      line('Gina again', { email: 'Gina@reader.example' }),
      line('Hugo', { phone: '+49 (0)30 1234567' }),
      line('Ida', { id: 'c-80', email: 'gina@reader.example' }),
      line('Jo', { id: 'C-77' }),
    )
    const before = await client.countAtGateway()
    const planned = await client.load(file)
    expect(planned).toMatchObject({
      counts: { planned: 4, skipped: 4, unchanged: 0 },
      order: { twins: { existing: 2, in_file: 2, rows: [2, 4, 6, 8] } },
    })
    const reasons = [
      'Dora Hill exists already: same e-mail',
      'x1@reader.example has the same phone. People share telephone numbers, so this customer is created',
      'x2@reader.example exists already: same phone, same external ID',
      undefined,
      'Row 5 already has this customer: same e-mail',
      'Row 5 has the same phone. People share telephone numbers, so both are created',
      'Row 5 already has this customer: same e-mail, same external ID',
      undefined,
    ]
    expect(await reasonsOf(planned.id)).toEqual(reasons)
    const [first] = await client.rows(planned.id)
    expect(first).toMatchObject({ state: 'skipped', subject: email.id, name: 'Dora' })
    const report = (await client.call('GET', `/jobs/${planned.id}/report`)).text
    expect(report).toContain('Dora Hill exists already')

    const { columns } = planned.order
    const all = await withExisting(planned.id, columns)
    expect(all).toMatchObject({ counts: { planned: 8, skipped: 0 }, order: { with_existing: true, twins: { existing: 2, in_file: 2 } } }) // prettier-ignore
    expect(await reasonsOf(planned.id)).toEqual(reasons)
    // Without `with_existing`, it does not change.
    await client.call('POST', `/jobs/${planned.id}/mapping`, { columns })
    expect(await client.until(planned.id, 'planned')).toMatchObject({ counts: { planned: 8 } })
    expect(await withExisting(planned.id, columns, false)).toMatchObject({ counts: { planned: 4, skipped: 4 } }) // prettier-ignore
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 4, skipped: 4 } })
    expect(await client.countAtGateway()).toBe(before + 4)
    // The hints stay.
    expect(await reasonsOf(planned.id)).toEqual(reasons)

    const again = await client.load(file)
    expect(again.counts).toMatchObject({ planned: 0, skipped: 8 })
    await withExisting(again.id, columns)
    expect(await client.run(again.id)).toMatchObject({ counts: { done: 8 } })
    expect(await client.countAtGateway()).toBe(before + 12)
  })

  it('recognises rows of its own export, which it cannot change', async () => {
    await make({ email: 'known@reader.example', first_name: '=Known', phone: '+49 1' })
    await client.call('POST', '/customers/sync')
    const { text } = await client.call('GET', '/customers/export')
    const planned = await client.load(text)
    expect(planned.counts.unchanged).toBe(planned.counts.total)
    expect(planned.order.columns).toEqual(expect.arrayContaining(['id', 'first_name', 'ip', null]))
    const unknown = await client.load(`id,email,ip\ncst_00ff00,new@reader.example,::1\n`)
    expect((await client.rows(unknown.id))[0]?.errors).toEqual({
      id: ['This shop has no customer with this ID. Leave the ID empty to create a new one'],
    })
  })

  it('warns of suspicious values, as the form does, and creates them anyway', async () => {
    const planned = await client.load(
      fileOf(line('Nora', { phone: 'none' }), line('x'.repeat(300), { email: 'long@reader.example' })),
    )
    expect(planned.counts).toMatchObject({ planned: 2, invalid: 0 })
    expect((await client.rows(planned.id)).map(({ errors }) => errors)).toEqual([
      { phone: ['This telephone number has no digits'] },
      { first_name: ['This name is unusually long'] },
    ])
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2 } })
  })

  it('does not create people who were added after the dry run', async () => {
    const planned = await client.load(fileOf(line('Kim'), line('Lea')))
    expect(planned.counts.planned).toBe(2)
    const kim = await make({ email: 'KIM@reader.example' })
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, skipped: 1 } })
    expect((await client.rows(planned.id, 'skipped'))[0]).toMatchObject({ subject: kim.id, name: 'Kim' })
  })

  it('finds duplicates across batches', async () => {
    const lines = Array.from({ length: 1_300 }, (_, n) => line(`Many ${n}`, { phone: `+43 660 ${1_000_000 + n}` })) // prettier-ignore
    lines[1_200] = line('Many 1', { phone: '0660 1000002' })
    lines[1_201] = line('Other', { phone: '0660 1000002' })
    const planned = await client.load(fileOf(...lines))
    expect(planned.counts).toMatchObject({ total: 1_300, planned: 1_299, skipped: 1 })
    expect((await client.rows(planned.id, 'skipped')).map(({ errors }) => errors?.base?.[0])).toEqual([
      'Row 3 already has this customer: same e-mail',
    ])
  })

  it('refuses support, and names nobody in the activity', async () => {
    const planned = await client.load(fileOf(line('Private')))
    await client.run(planned.id)
    const support = testPerson('Support')
    await addMember(app.engine, support, 'support')
    browser.person = support
    const asked = [['POST', '/customers/import'], ['GET', '/jobs'], ...['', '/rows', '/report'].map((path) => ['GET', `/jobs/${planned.id}${path}`])] // prettier-ignore
    for (const [method = '', path = ''] of asked)
        expect((await client.call(method, path, method === 'POST' ? fileOf(line('X')) : undefined)).status).toBe(403) // prettier-ignore
    const log = await app.engine.db.select().from(activity).where(like(activity.action, '%'))
    expect(JSON.stringify(log)).not.toMatch(/private|reader\.example/i)
  })

  it('mirrors everybody it created, and nobody else', async () => {
    await client.call('POST', '/customers/sync')
    const [count] = await app.engine.db
      .select({ n: sql<number>`count(*)`.mapWith(Number) })
      .from(customers)
      .where(app.whereShop(customers))
    expect(count?.n).toBe(await client.countAtGateway())
  })
})
