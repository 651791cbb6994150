import { eq, sql } from 'drizzle-orm'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import type { CheckoutDetail, CheckoutPage } from '@/lib/checkouts/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { customerCreate } from '@/lib/gateway/customers/customer'
import { anonymiseCustomer } from '@/lib/customers/server/anonymising/anonymise'
import { createCustomer } from '@/lib/customers/server/create'
import { checkoutTemplates } from '@/lib/checkouts/server/tables'
import { findUnconfirmedRows } from '@/lib/jobs/server/lost'
import { jobs } from '@/lib/jobs/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { testJobs } from '../../testing/jobs'

const header = 'Description,Total,Currency,Order ID,E-mail'
const fileOf = (...lines: string[]) => [header, ...lines].join('\n')

onEachEngine('an import of checkouts over HTTP', (kind) => {
  const { app, client } = testJobs(kind, 'checkouts')

  const listed = async (query: string) =>
    (await client.call('GET', `/checkouts?${query}`)).json as CheckoutPage
  const read = async (id: string) => (await client.call('GET', `/checkouts/${id}`)).json as CheckoutDetail

  it('creates a link for each row, and returns invalid rows for correction', async () => {
    const before = await client.countAtGateway()
    const planned = await client.load(
      fileOf(
        'Order 1,"149,90",EUR,A-1,ada@reader.example',
        'Order 2,1500,JPY,A-2;A-3,',
        'Order 3,12.345,KWD,,none',
        // Its point contradicts the comma of the first order.
        ',5.00,XXX,,',
      ),
    )
    expect(planned).toMatchObject({
      kind: 'checkouts.import',
      order: { columns: ['description', 'price', 'currency', 'tracking_id', 'email'] },
      counts: { total: 4, planned: 2, invalid: 2 },
    })
    expect(await client.countAtGateway()).toBe(before)
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 2, invalid: 2 }, undoable: false })
    expect(await client.countAtGateway()).toBe(before + 2)
    // Several rows are sent at a time, so sort them.
    const { items: made } = await listed(`job=${planned.id}`)
    const items = made.toSorted((one, other) => one.description.localeCompare(other.description))
    expect(items).toMatchObject([
      {
        description: 'Order 1',
        amount: 14990,
        currency: 'EUR',
        tracking_id: 'A-1',
        email: 'ada@reader.example',
      },
      { description: 'Order 2', amount: 1500, currency: 'JPY', state: 'open' },
    ])
    const [row] = await client.rows(planned.id, 'done')
    expect(row).toMatchObject({
      subject: items[0]?.id,
      name: 'Order 1',
      before: null,
      change: { amount: 14990 },
    })
    // With our own notification address.
    expect((await read(items[0]?.id ?? '')).request).toMatchObject({
      checkout: {
        attempts: 3,
        settings: { notification_url: expect.stringContaining('/api/hooks/') },
      },
    })

    const report = await client.call('GET', `/jobs/${planned.id}/report`)
    const [, third, fourth] = parse(report.text)
    expect(third?.at(-1)).toBe(
      'Total: This can be KWD\u00a012.345 or KWD\u00a012,345.000. Write KWD 012.345 for the first, 12345 for the second | E-mail: Not an e-mail address',
    )
    expect(fourth?.at(-1)).toContain('Description: Needed for a checkout')
    const fixed = report.text.replace('none', 'cy@reader.example').replace('12.345', '012.345')
    const again = await client.run((await client.load(fixed)).id)
    expect(again).toMatchObject({ counts: { done: 1, invalid: 1 } })
    expect((await client.call('POST', `/jobs/${planned.id}/undo`)).status).toBe(409)
  })

  it('begins each as the shop’s default template says', async () => {
    await app.engine.db.insert(checkoutTemplates).values({
      shopId: app.owner.shop.id,
      id: uuidv7(),
      name: 'Usual',
      fields: {
        transaction_type: 'authorization',
        order: { currency: 'GBP', amount: 2500, tracking_id: 'of-the-template' },
        settings: { language: 'de', success_url: 'https://shop.example/thanks' },
        attempts: 2,
      },
      isDefault: true,
      createdBy: app.owner.actor.userId,
      updatedAt: new Date(),
    })
    const planned = await client.load('description,price\nTea,5.5\nFree,')
    expect(planned.counts).toMatchObject({ planned: 1, invalid: 1 })
    await client.run(planned.id)
    const [made] = (await listed(`job=${planned.id}`)).items
    expect(made).toMatchObject({
      amount: 550,
      currency: 'GBP',
      transaction_type: 'authorization',
      tracking_id: null,
    })
    expect((await read(made?.id ?? '')).request).toMatchObject({
      checkout: { attempts: 2, settings: { language: 'de', success_url: 'https://shop.example/thanks' } },
    })
    await app.clear(checkoutTemplates)
  })

  it('adds the shop’s payment page defaults to each row', async () => {
    const setDefaults = async (defaults: object) => {
      const { version } = (await client.call('GET', '/page-defaults')).json as { version: number }
      const { status } = await client.call('PUT', '/page-defaults', { version, defaults })
      expect(status).toBe(200)
    }
    await setDefaults({ language: 'de', return_url: 'https://shop.example/back', visible: ['email'] })
    const [paid, own] = ['https://shop.example/paid', 'https://shop.example/own']
    const planned = await client.load(
      [
        'description,price,currency,language,return_url,settings',
        'Plain,1,EUR,,,',
        `Told,1,EUR,fr,${own},`,
        `Json,1,EUR,,,"{""success_url"": ""${paid}"", ""customer_fields"": {""read_only"": [""phone""]}}"`,
      ].join('\n'),
    )
    await setDefaults({}) // The plan stays as it was shown.
    await client.run(planned.id)
    const { items } = await listed(`job=${planned.id}`)
    const made = await Promise.all(items.map(({ id }) => read(id)))
    const settings = Object.fromEntries(
      made.map(({ description, request }) => [
        description,
        (request.checkout as { settings: object }).settings,
      ]),
    )
    const notification_url = expect.stringContaining('/api/hooks/') as string
    const customer_fields = { visible: ['email'] }
    expect(settings).toEqual({
      Plain: { notification_url, language: 'de', return_url: 'https://shop.example/back', customer_fields },
      Told: { notification_url, language: 'fr', return_url: own, customer_fields },
      Json: {
        notification_url,
        language: 'de',
        success_url: paid,
        customer_fields: { visible: ['email'], read_only: ['phone'] },
      },
    })
  })

  it('warns of tracking IDs that are used in the shop or the file', async () => {
    await client.run((await client.load(fileOf('First,1,EUR,T-1,'))).id)
    const planned = await client.load(
      fileOf('Second,1,EUR,T-1,', 'Third,1,EUR,T-2,', 'Fourth,1,EUR,T-2,', 'Fifth,1,EUR,,'),
    )
    expect(planned.order).toMatchObject({ twins: { existing: 1, in_file: 1, rows: [2, 4] } })
    expect(planned.counts).toMatchObject({ planned: 4 })
  })

  it('warns of each single tracking ID of a row', async () => {
    const planned = await client.load(
      fileOf(
        'One,1,EUR,L-1;L-2,',
        'Two,1,EUR,L-3 ; L-2;,',
        'Three,1,EUR,L-4;L-4;,',
        'Four,1,EUR,l-1,',
        'Five,1,EUR,L-3,',
      ),
    )
    expect(planned.order).toMatchObject({ twins: { existing: 0, in_file: 2, rows: [3, 6] } })
  })

  it('refuses unknown customers, missing columns and cells beyond the header', async () => {
    const planned = await client.load('price,customer_id\n1,cst_00ff\n1,,more')
    const rows = await client.rows(planned.id)
    expect(rows.map(({ state }) => state)).toEqual(['invalid', 'invalid'])
    expect(rows[0]?.errors).toMatchObject({ price: ['A price needs a currency in the same row'] })
    expect(rows[0]?.errors?.customer_id).toEqual(['This shop has no customer with this ID'])
    expect(rows[0]?.errors?.columns?.[0]).toContain('description')
    expect(rows[1]?.errors?.base?.[0]).toContain('more cells than the header')
  })

  it('removes rows about anonymised people, and sends none of their data', async () => {
    const email = 'gone@reader.example'
    const { id } = await createCustomer(
      app.owner,
      customerCreate.parse({ email, external_id: 'gone-7', ip: '::1' }),
    )
    const file = [
      'description,price,currency,email,customer_id,external_id',
      `One,1,EUR,${email},,`,
      `Two,1,EUR,,${id},`,
      'Three,1,EUR,,,gone-8',
      'Four,1,EUR,,,gone-7',
    ]
    const planned = await client.load(file.join('\n'))
    expect(planned.counts).toMatchObject({ planned: 4 })
    await anonymiseCustomer(app.owner, id)
    const rows = await client.rows(planned.id)
    expect(rows).toMatchObject([
      { state: 'skipped', change: {}, cells: [] },
      { state: 'skipped', change: {}, cells: [] },
      { state: 'planned', change: { name: 'Three' } },
      { state: 'skipped', change: {}, cells: [] },
    ])
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, skipped: 3 } })
    expect((await client.call('GET', `/jobs/${planned.id}`)).text).not.toContain(email)
  })

  it('removes rows about anonymised people that were refused beside an amount with decimals', async () => {
    const email = 'decimals@reader.example'
    const { id } = await createCustomer(app.owner, customerCreate.parse({ email, ip: '::1' }))
    const lines = ['First,"1,234.50 EUR",EUR,', `Second,10,EUR,${email}`]
    const planned = await client.load(['description,amount,currency,email', ...lines].join('\n'))
    expect((await client.rows(planned.id))[1]?.errors).toEqual({
      amount: [expect.stringMatching(/^Row 2 has decimals in this column/)],
    })
    await anonymiseCustomer(app.owner, id)
    expect((await client.rows(planned.id))[1]).toMatchObject({ state: 'skipped', change: {}, cells: [] })
  })

  it('creates nothing twice if answers are lost or cut, or the gateway is silent', async () => {
    const before = await client.countAtGateway()
    const names = Array.from({ length: 12 }, (_, at) => `Faulty ${at},1.00,EUR,F-${at},`)
    const planned = await client.load(fileOf(...names))
    const fault = (kindOf: object) => client.fault({ endpoint: 'checkouts.create', ...kindOf })
    await fault({ kind: 'lost' })
    await fault({ kind: 'status', status: 503 })
    await fault({ kind: 'cut', happens: true })
    await fault({ kind: 'status', status: 422, body: { message: 'No', errors: { base: ['No'] } } })
    const { status } = await client.call('POST', `/jobs/${planned.id}/run`)
    expect(status).toBe(200)
    const done = await client.until(planned.id, 'done')
    // Two exist without an answer, one was declined. After a 503 it is not known whether one exists.
    const { counts } = done
    expect(counts.done + counts.unconfirmed + counts.failed).toBe(12)
    expect(counts.failed).toBe(1)
    const there = (await client.countAtGateway()) - before
    const { rows } = await app.engine.db.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM (
          SELECT request -> 'order' ->> 'tracking_id' AS id FROM sandbox.checkouts
          WHERE request -> 'order' ->> 'tracking_id' LIKE 'F-%' GROUP BY 1 HAVING count(*) > 1) twice`,
    )
    expect(rows[0]?.count).toBe(0)
    expect(there).toBeLessThanOrEqual(counts.done + counts.unconfirmed)
    expect(there).toBeGreaterThanOrEqual(counts.done)
    const unconfirmed = await client.rows(planned.id, 'unconfirmed')
    expect(unconfirmed.length).toBe(counts.unconfirmed)
    for (const { subject } of unconfirmed) expect((await read(subject ?? '')).state).toBe('unconfirmed')
    await eventually(async () =>
      expect((await listed(`job=${planned.id}&state=unconfirmed`)).total).toBe(counts.unconfirmed),
    )

    // The report leaves out rows that may exist. A retry only looks for them.
    const report = (await client.call('GET', `/jobs/${planned.id}/report`)).text
    for (const { name } of unconfirmed) expect(report).not.toContain(`${name},`)
    await client.repair()
    expect((await client.call('POST', `/jobs/${planned.id}/retry`)).status).toBe(200)
    const again = await client.until(planned.id, 'done')
    expect(again.counts).toMatchObject({
      unconfirmed: counts.unconfirmed,
      failed: 0,
      done: counts.done + 1,
    })
    expect(await client.countAtGateway()).toBe(before + there + 1)
  }, 60_000)

  it('does not make by itself what a person said is not there', async () => {
    const planned = await client.load(fileOf('Discarded,1.00,EUR,D-1,'))
    await client.fault({ endpoint: 'checkouts.create', kind: 'status', status: 500 })
    expect(await client.run(planned.id)).toMatchObject({ counts: { unconfirmed: 1 } })
    const [row] = await client.rows(planned.id)
    const settled = await client.call('POST', `/checkouts/${row?.subject}/settle`, { exists: false })
    expect(settled.status).toBe(200)
    const count = await client.countAtGateway()
    await app.engine.db
      .update(jobs)
      .set({ finishedAt: sql`now() - interval '1 minute'` })
      .where(app.whereShop(jobs, eq(jobs.id, planned.id)))
    await findUnconfirmedRows(app.engine)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { failed: 1, done: 0 } })
    expect(await client.countAtGateway()).toBe(count)
    expect((await client.rows(planned.id))[0]?.errors).toEqual({
      base: [expect.stringContaining('Somebody confirmed')],
    })
    // A person has it made again.
    await client.call('POST', `/jobs/${planned.id}/retry`)
    expect(await client.until(planned.id, 'done')).toMatchObject({ counts: { failed: 0, done: 1 } })
  })
})
