import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { CheckoutDetail, TrackingUses } from '@/lib/checkouts/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { keepCardToken, unsealCardToken } from '@/lib/card-tokens/server/keep'
import { cardTokens } from '@/lib/card-tokens/server/tables'
import { checkouts } from '@/lib/checkouts/server/tables'
import { customerCreate } from '@/lib/gateway/customers/customer'
import { createCustomer } from '@/lib/customers/server/create'
import { anonymiseCustomer } from '@/lib/customers/server/anonymising/anonymise'
import { activity } from '@/lib/core/server/tables/requests'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { addMember, testApplication, testPerson } from '../../testing/application'
import { checkoutClient, having, order, payment } from '../../testing/checkouts'

const support = testPerson('Support')
const viewer = testPerson('Viewer')

onEachEngine('checkouts over HTTP with the sandbox', (kind) => {
  const app = testApplication(kind)
  let client: ReturnType<typeof checkoutClient>
  beforeAll(async () => {
    client = checkoutClient(app)
    const { engine } = app
    await addMember(engine, support, 'support')
    await addMember(engine, viewer, 'viewer')
  })

  it('creates a checkout at the gateway, and stores request and answer', async () => {
    const before = Date.now()
    const made = await client.make(
      having({ tracking_id: 'made;1' }, { customer: { email: 'maria@reader.example' } }),
    )
    expect(made).toMatchObject({
      ...order,
      state: 'open',
      rests_on: 'nothing',
      tracking_id: 'made;1',
      email: 'maria@reader.example',
      attempts: 1,
      attempts_left: 1,
      transactions: [],
      checkable: false,
      created_by: app.owner.actor.name,
    })
    expect(made.token).toMatch(/^[0-9a-f]{64}$/)
    expect(made.redirect_url).toContain(made.token)
    expect(made.request).toEqual(
      having({ tracking_id: 'made;1' }, { customer: { email: 'maria@reader.example' } }),
    )
    const hours = (Date.parse(made.expires_at) - before) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThan(24.1)
    expect(await client.read(made.id)).toEqual(made)
  })

  it('reports errors by field, its own and the gateway’s, and stores nothing', async () => {
    const before = (await client.list('')).total
    const wrong = having({ amount: 0 }, { settings: { return_url: 'shop.example' } })
    expect(await client.call('POST', '', { body: wrong })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        errors: {
          'checkout.order.amount': [expect.any(String)],
          'checkout.settings.return_url': [expect.any(String)],
        },
      },
    })
    const errors = { checkout: { settings: { language: ['is not enabled'] } } }
    await client.fail({ kind: 'status', status: 422, body: { message: 'Language is not enabled', errors } })
    expect(await client.call('POST', '', { body: payment })).toMatchObject({
      status: 422,
      body: { code: 'gateway_rejected', errors: { 'checkout.settings.language': ['is not enabled'] } },
    })
    expect((await client.list('')).total).toBe(before)
  })

  it('refuses what it cannot store before anything is sent', async () => {
    const before = (await client.list('')).total
    for (const [body, place] of [
      [having({}, { attempts: 3_000_000_000 }), 'attempts'],
      [
        having({ additional_data: { avs_cvc_verification: { a: '\0' } } }),
        'order.additional_data.avs_cvc_verification',
      ],
      [having({}, { payment_method: { types: [{ 'a\ud83d': {} }] } }), 'payment_method.types.0'],
    ] as const)
      expect(await client.call('POST', '', { body })).toMatchObject({
        status: 422,
        body: { code: 'invalid', errors: { [`checkout.${place}`]: [expect.any(String)] } },
      })
    expect((await client.list('')).total).toBe(before)
  })

  it('uses a saved card, whose token is sent but neither shown nor stored readably', async () => {
    const tokenized = await client.make(
      having(
        { amount: 1 },
        { transaction_type: 'tokenization', settings: { notification_url: client.hook() } },
      ),
    )
    await client.pay(tokenized.token)
    const card = await eventually(async () => {
      const { rows } = await app.engine.db.execute<{ id: string }>(
        sql`SELECT id FROM card_tokens WHERE ${app.whereShop(cardTokens)} AND checkout_id = ${tokenized.id}`,
      )
      expect(rows).toHaveLength(1)
      return rows[0]?.id ?? ''
    })
    // The notification is stored without the card token, otherwise unchanged.
    const raw = await unsealCardToken(app.owner, card)
    expect(await app.dump()).not.toContain(raw)
    const made = await client.make({ ...payment, card_token_id: card })
    expect(made).toMatchObject({ card: { id: card, last_4: '0000' } })
    expect(JSON.stringify(made.request)).toContain('••••')
    const unknown = { ...payment, card_token_id: crypto.randomUUID() }
    const place = 'checkout.payment_method.credit_card.token'
    expect(await client.call('POST', '', { body: unknown })).toMatchObject({
      status: 422,
      body: { errors: { [place]: [expect.any(String)] } },
    })
    const token = `pasted-${crypto.randomUUID()}`
    await app.engine.db.transaction((tx) =>
      keepCardToken(tx, app.owner, { token, facts: {}, source: 'pasted' }),
    )
    const pasted = having({}, { payment_method: { credit_card: { token } } })
    // The sandbox does not know the token: the field is refused, and no table has the token.
    expect(await client.call('POST', '', { body: pasted })).toMatchObject({
      status: 422,
      body: { errors: { [place]: [expect.any(String)] } },
    })
    expect(await app.dump()).not.toContain(token)
    expect(app.logged()).not.toContain(token)
  })

  it('is not created for an anonymised customer', async () => {
    const fields = customerCreate.parse({ email: 'gone@reader.example', ip: '::1' })
    const { id } = await createCustomer(app.owner, fields)
    const body = { ...having({}, { customer: { email: 'new@reader.example' } }), customer_id: id }
    const old = await client.make(body)
    expect(old.customer_id).toBe(id)
    await anonymiseCustomer(app.owner, id)
    const { total } = await client.list('')
    const refused = { status: 422, body: { errors: { customer_id: ['This customer is anonymised'] } } }
    expect(await client.call('POST', '', { body })).toMatchObject(refused)
    expect(await client.call('POST', `/${old.id}/reissue`, { body: { even_so: true } })).toMatchObject(
      refused,
    )
    expect((await client.list('')).total).toBe(total)
  })

  it('is not made again with dots in place of an anonymised name', async () => {
    const fields = customerCreate.parse({ email: 'dots@reader.example', first_name: 'Dorothea', ip: '::1' })
    const { id } = await createCustomer(app.owner, fields)
    const old = await client.make(
      having({ description: 'Books for Dorothea' }, { customer: { email: 'dots@reader.example' } }),
    )
    await anonymiseCustomer(app.owner, id)
    expect(await client.call('POST', `/${old.id}/reissue`, { body: { even_so: true } })).toMatchObject({
      status: 422,
      body: { errors: { customer_id: ['This customer is anonymised'] } },
    })
  })

  it('replaces a checkout of this shop only', async () => {
    const old = await client.make()
    const made = await client.make({ ...payment, reissues: old.id })
    expect(await client.read(old.id)).toMatchObject({ reissued_as: made.id })
    // The other shop keeps its checkout of this ID.
    const other = await client.make()
    await app.engine.db.delete(checkouts).where(app.whereShop(checkouts, eq(checkouts.id, other.id)))
    const { total } = await client.list('')
    for (const reissues of [other.id, crypto.randomUUID()])
      expect(await client.call('POST', '', { body: { ...payment, reissues } })).toMatchObject({
        status: 422,
        body: { errors: { reissues: ['This shop has no such checkout'] } },
      })
    expect((await client.list('')).total).toBe(total)
  })

  it('is made again with dots that a person typed', async () => {
    const described = { description: 'Rating •••, three of five' }
    const fields = customerCreate.parse({ email: 'earlier@reader.example', ip: '::1' })
    await anonymiseCustomer(app.owner, (await createCustomer(app.owner, fields)).id)
    for (const rest of [{}, { customer: { email: 'typed@reader.example' } }, { customer: { city: 'Ulm' } }]) {
      const old = await client.make(having(described, rest))
      expect(await client.call('POST', `/${old.id}/reissue`, { body: { even_so: true } })).toMatchObject({
        status: 201,
        body: described,
      })
    }
  })

  it('says where a tracking ID is used already', async () => {
    const made = await client.make(having({ tracking_id: 'used-1;used-2' }))
    const uses = async (id: string) =>
      (await client.call<TrackingUses>('GET', `/tracking?tracking_id=${encodeURIComponent(id)}`)).body.items
    expect(await uses('used-2')).toMatchObject([{ kind: 'checkout', id: made.id }])
    expect(await uses('new;used-1')).toHaveLength(1)
    expect(await uses('used')).toEqual([])
    await client.notify({ transaction: { uid: 'u-1', status: 'failed', tracking_id: 'told-1' } })
    await eventually(async () => expect(await uses('told-1')).toMatchObject([{ kind: 'notification' }]))
  })

  it('is found by description, tracking ID, e-mail and token, also mistyped, and filtered', async () => {
    const made = await client.make(
      having(
        { description: 'Bookbinding course', tracking_id: 'bind;77-A', amount: 777 },
        { customer: { email: 'otto@binder.example' }, test: true },
      ),
    )
    for (const q of [
      'bookbinding',
      'Bokbinding',
      'bind',
      '77-a',
      'otto@binder',
      made.token?.slice(0, 20),
      made.id,
    ])
      expect((await client.list(`?q=${encodeURIComponent(q ?? '')}`)).items[0]).toMatchObject({
        id: made.id,
      })
    for (const query of [
      'amount_from=777&amount_to=777&currency=EUR',
      'test=true',
      `created_by=${made.created_by_id}&q=bind`,
      `id=${made.id},${made.id}0`,
    ])
      expect((await client.list(`?${query}`)).items).toMatchObject([{ id: made.id }])
    expect((await client.list('?created_to=2020-01-01')).items).toEqual([])
    expect((await client.list('?sort=amount&limit=1')).next_cursor).not.toBeNull()
  })

  it('is exported as listed, without formulas, and recorded', async () => {
    const made = await client.make(having({ description: '=1+1', tracking_id: 'csv-1', amount: 1234567 }))
    browser.person = app.owner.actor
    const address = `${app.url}/api/shops/sandbox/checkouts/export?q=csv-1&columns=id,price,amount,description,state,redirect_url`
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const [header, line] = (await answer.text()).split('\r\n')
    expect(header).toContain('id,price,amount,description,state,redirect_url')
    expect(line).toBe(`${made.id},12345.67,1234567,'=1+1,open,${made.redirect_url}`)
    const { rows } = await app.engine.db.execute(
      sql`SELECT detail FROM activity WHERE ${app.whereShop(activity)} AND action = 'checkouts.exported'`,
    )
    expect(rows).toMatchObject([{ detail: { rows: 1, complete: true } }])
  })

  it('is masked for support, who can create it if the shop allows', async () => {
    const made = await client.make(
      having({}, { customer: { email: 'seen@reader.example', phone: '+49 341 5550199' } }),
    )
    const shown = await client.call<CheckoutDetail>('GET', `/${made.id}`, { as: support })
    expect(shown.body).toMatchObject({ email: 's•••@reader.example', masked: true })
    expect(JSON.stringify(shown.body)).not.toMatch(/seen@|5550199/)
    expect((await client.call('POST', '', { as: support, body: payment })).status).toBe(403)
    const allow = (is: boolean) => app.engine.db.execute(sql`UPDATE shops SET support_checkouts = ${is}`)
    await allow(true)
    expect((await client.call('POST', '', { as: support, body: payment })).status).toBe(201)
    const withCard = { ...payment, card_token_id: crypto.randomUUID() }
    expect((await client.call('POST', '', { as: support, body: withCard })).status).toBe(403)
    await allow(false)
  })

  it('is read from the gateway if an owner allows it', async () => {
    // No notification reaches this address.
    const made = await client.make(having({}, { settings: { notification_url: 'http://127.0.0.1:9/' } }))
    expect((await client.call('POST', `/${made.id}/check`)).status).toBe(403)
    await app.engine.db.execute(sql`UPDATE shops SET checkout_query = true`)
    expect(await client.call<CheckoutDetail>('POST', `/${made.id}/check`)).toMatchObject({
      status: 200,
      body: { state: 'open', checkable: true, checked_at: expect.any(String) },
    })
    await client.pay(made.token)
    expect(await client.call<CheckoutDetail>('POST', `/${made.id}/check`)).toMatchObject({
      status: 200,
      body: { state: 'paid', rests_on: 'query' },
    })
    expect((await client.call('POST', `/${made.id}/check`, { as: viewer })).status).toBe(403)
    const count = (failures: number) =>
      app.engine.db.execute(
        sql`UPDATE sign_in_failures SET failures = ${failures} WHERE key = 'gateway-question:sandbox'`,
      )
    await count(1000)
    expect(await client.call('POST', `/${made.id}/check`)).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    })
    await count(0)
    await app.engine.db.execute(sql`UPDATE shops SET checkout_query = false`)
  })
})
