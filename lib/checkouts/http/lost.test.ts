import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { checkoutCreate, type CheckoutDetail } from '@/lib/checkouts/schema'
import type { CheckoutTemplate, CheckoutTemplateList } from '@/lib/checkouts/template'
import { createCheckout, settleLostCheckout } from '@/lib/checkouts/server/create'
import { checkoutDefaults } from '@/lib/checkouts/server/importing/import'
import type { Database } from '@/lib/db/database'
import { onEachEngine } from '@/lib/db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { checkouts } from '@/lib/checkouts/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { apiOf, browser } from '@/lib/testing/browser'
import { testApplication } from '../../testing/application'
import { checkoutClient, having } from '../../testing/checkouts'

onEachEngine('a checkout that is perhaps there with the sandbox', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))

  it('is not created twice after a lost answer: a notification or a person settles it', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const body = having(
      { tracking_id: 'lost-1', description: 'Lost' },
      { settings: { notification_url: client.hook() } },
    )
    await client.fail({ kind: 'lost' })
    const lost = await client.call('POST', '', { body, headers })
    expect(lost).toMatchObject({ status: 504, body: { code: 'unconfirmed' } })
    const id = String(lost.body.current?.id)
    expect(await client.read(id)).toMatchObject({ state: 'unconfirmed', token: null, redirect_url: null })
    expect((await client.list('?state=unconfirmed')).items).toMatchObject([{ id }])
    // Neither this key nor another one sends it again.
    for (const key of [headers['idempotency-key'], crypto.randomUUID()])
      expect(await client.call('POST', '', { body, headers: { 'idempotency-key': key } })).toMatchObject({
        status: 504,
      })
    const { rows } = await app.engine.db.execute<{ token: string }>(
      sql`SELECT token FROM sandbox.checkouts WHERE request -> 'order' ->> 'tracking_id' = 'lost-1'`,
    )
    expect(rows).toHaveLength(1)
    await client.pay(rows[0]?.token ?? null)
    await eventually(async () => expect((await client.read(id)).state).toBe('paid'))
    expect(await client.read(id)).toMatchObject({
      token: rows[0]?.token,
      transactions: [{ matched_by: 'tracking_id' }],
    })
    const settled = await client.call<CheckoutDetail>('POST', '', { body, headers })
    expect(settled).toMatchObject({ status: 201, body: { id, state: 'paid' } })
  })

  it('is unconfirmed too where the database goes away while its answer is lost', async () => {
    await client.fail({ kind: 'lost' })
    let begun = 0
    const transaction: Database['transaction'] = (...given) =>
      begun++ === 0 ? app.engine.db.transaction(...given) : Promise.reject(new Error('no database'))
    const db = new Proxy(app.engine.db, {
      get: (all, name) => (name === 'transaction' ? transaction : Reflect.get(all, name)) as unknown,
    })
    const input = checkoutCreate.parse(having({ description: 'Lost twice' }))
    const made = createCheckout({ ...app.owner, engine: { ...app.engine, db } }, input)
    await expect(made).rejects.toMatchObject({ code: 'unconfirmed', current: { id: expect.any(String) } })
    expect((await client.list('?state=unconfirmed')).items).toMatchObject([{ description: 'Lost twice' }])
  })

  it('that is unconfirmed goes or stays as a person says', async () => {
    const lose = async (description: string) => {
      await client.fail({ kind: 'lost' })
      return String((await client.call('POST', '', { body: having({ description }) })).body.current?.id)
    }
    const [gone, there] = [await lose('Gone'), await lose('There')]
    const settle = (id: string, body: object) =>
      client.call<CheckoutDetail>('POST', `/${id}/settle`, { body })
    expect(await settle(gone, { exists: false })).toMatchObject({
      status: 200,
      body: { state: 'unconfirmed' },
    })
    expect((await client.call('GET', `/${gone}`)).status).toBe(404)
    expect((await settle(there, { exists: true, redirect_url: 'javascript:alert(1)' })).status).toBe(422)
    const taken = (await client.make()).redirect_url
    for (const redirect_url of [
      'https://elsewhere.example/?token=a',
      `${app.appUrl}/sandbox/?token=a%00b`,
      taken,
    ])
      expect(await settle(there, { exists: true, redirect_url })).toMatchObject({
        status: 422,
        body: { errors: { redirect_url: [expect.any(String)] } },
      })
    const redirect_url = `${app.appUrl}/sandbox/v2/checkout?token=${'ab'.repeat(32)}`
    expect(await settle(there, { exists: true, redirect_url })).toMatchObject({
      status: 200,
      body: { state: 'open', token: 'ab'.repeat(32), redirect_url },
    })
    expect((await settle(there, { exists: false })).status).toBe(409)
  })

  it('is created again only if nobody can pay twice, or a person says so', async () => {
    const expired_at = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00')
    const old = await client.make(having({ expired_at, tracking_id: 'again-1' }))
    const again = (body: object) => client.call<CheckoutDetail>('POST', `/${old.id}/reissue`, { body })
    expect(await again({})).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { state: 'open' } },
    })
    await app.engine.db.execute(
      sql`UPDATE checkouts SET expires_at = created_at WHERE ${app.whereShop(checkouts)} AND id = ${old.id}`,
    )
    await app.engine.db.execute(
      sql`UPDATE checkouts SET created_at = created_at - interval '1 hour' WHERE ${app.whereShop(checkouts)} AND id = ${old.id}`,
    )
    const made = await again({})
    expect(made).toMatchObject({
      status: 201,
      body: { state: 'open', reissues: old.id, tracking_id: 'again-1', reissued_as: null },
    })
    const left = Date.parse(made.body.expires_at) - Date.now()
    expect(left).toBeGreaterThan(3_500_000)
    expect(left).toBeLessThan(3_700_000)
    expect(await client.read(old.id)).toMatchObject({ reissued_as: made.body.id })
    // Refused a second time, while the new one may be paid.
    expect(await again({})).toMatchObject({
      status: 409,
      body: { current: { id: made.body.id, state: 'open' } },
    })
    expect((await again({ even_so: true })).status).toBe(201)
  })

  it('keeps an expiry that has no later one with four digits of the year', async () => {
    const old = await client.make(
      having({ expired_at: '9999-12-31T23:59:59+00:00', tracking_id: 'for-ever' }),
    )
    const made = await client.call<CheckoutDetail>('POST', `/${old.id}/reissue`, { body: { even_so: true } })
    expect(made).toMatchObject({ status: 201, body: { expires_at: old.expires_at } })
  })

  it('also asks whether the checkout that it replaces can still be paid', async () => {
    const old = await client.make(having({ tracking_id: 'again-2' }))
    const again = (id: string, body: object) =>
      client.call<CheckoutDetail>('POST', `/${id}/reissue`, { body })
    const newer = (await again(old.id, { even_so: true })).body
    const newest = (await again(newer.id, { even_so: true })).body
    await app.engine.db.execute(
      sql`UPDATE checkouts SET state = 'expired' WHERE ${app.whereShop(checkouts)} AND id IN (${newer.id}, ${newest.id})`,
    )
    expect(await again(newest.id, {})).toMatchObject({
      status: 409,
      body: { code: 'conflict', current: { id: old.id, state: 'open' } },
    })
  })

  it('is created again once if people ask for it from several checkouts of the order', async () => {
    const again = (id: string, body: object) =>
      client.call<CheckoutDetail>('POST', `/${id}/reissue`, { body })
    const family = [await client.make(having({ tracking_id: 'again-3' }))]
    for (let made = 1; made < 4; made++)
      family.push((await again(family.at(-1)?.id ?? '', { even_so: true })).body)
    const ids = sql.param(family.map(({ id }) => id))
    await app.engine.db.execute(
      sql`UPDATE checkouts SET state = 'expired' WHERE ${app.whereShop(checkouts)} AND id = ANY(${ids}::text[])`,
    )
    const answers = await Promise.all(family.map(({ id }) => again(id, {})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })

  it('is created again with our present addresses, and keeps those of others', async () => {
    const earlier = `${app.appUrl}/api/hooks/${'e'.repeat(32)}`
    const settings = {
      notification_url: `${earlier}/notification`,
      verification_url: `${earlier}/verification`,
      card_notification_url: 'https://shop.example/cards',
    }
    const old = await client.make(having({}, { settings }))
    const { body } = await client.call<CheckoutDetail>('POST', `/${old.id}/reissue`, {
      body: { even_so: true },
    })
    expect(body.request.checkout).toMatchObject({
      settings: {
        notification_url: `${app.appUrl}/api/hooks/${app.owner.shop.hookKey}/notification`,
        card_notification_url: 'https://shop.example/cards',
      },
    })
    expect(body.request.checkout).not.toHaveProperty('settings.verification_url')
  })

  it('that replaces another is not taken for one that replaces none', async () => {
    const sentAt = new Date()
    const body = having({ tracking_id: 'equal-1' })
    const old = await client.make(body)
    const settle = (more: object) =>
      settleLostCheckout(app.owner, checkoutCreate.parse({ ...body, ...more }), sentAt)
    expect(await settle({})).toMatchObject({ id: old.id })
    expect(await settle({ reissues: old.id })).toBeNull()
    const newer = await client.make({ ...body, reissues: old.id })
    expect(await settle({ reissues: old.id })).toMatchObject({ id: newer.id })
  })

  it('is not taken for an equal one of an import', async () => {
    const sentAt = new Date()
    const input = checkoutCreate.parse(having({ tracking_id: 'equal-2' }))
    await createCheckout(app.owner, input, { jobId: crypto.randomUUID() })
    expect(await settleLostCheckout(app.owner, input, sentAt)).toBeNull()
    const made = await createCheckout(app.owner, input)
    expect(await settleLostCheckout(app.owner, input, sentAt)).toMatchObject({ id: made.id })
  })

  it('begins with our present addresses where a template has earlier ones', async () => {
    const api = apiOf(app)
    const earlier = `${app.appUrl}/api/hooks/${'e'.repeat(32)}`
    const settings = {
      notification_url: `${earlier}/notification`,
      verification_url: `${earlier}/verification`,
      card_notification_url: 'https://shop.example/cards',
      language: 'de',
    }
    const present = {
      notification_url: `${app.appUrl}/api/hooks/${app.owner.shop.hookKey}/notification`,
      card_notification_url: 'https://shop.example/cards',
      language: 'de',
    }
    browser.person = app.owner.actor
    const body = { name: 'Old', fields: { settings }, is_default: true }
    const made = await api<CheckoutTemplate>('POST', '/checkout-templates', body)
    expect(made.body.fields).toEqual({ settings: present })
    const listed = await api<CheckoutTemplateList>('GET', '/checkout-templates')
    expect(listed.body.items[0]?.fields).toEqual({ settings: present })
    expect(await checkoutDefaults(app.owner)).toMatchObject({ settings: present })
    const without = { fields: { settings: { language: 'de' } } }
    await api('PATCH', `/checkout-templates/${made.body.id}`, without)
    const { notification_url } = present
    expect(await checkoutDefaults(app.owner)).toMatchObject({
      settings: { language: 'de', notification_url },
    })
    const odd = { settings: { notification_url: 7, verification_url: null } }
    expect(await api('PATCH', `/checkout-templates/${made.body.id}`, { fields: odd })).toMatchObject({
      status: 200,
      body: { fields: odd },
    })
    expect((await api('DELETE', `/checkout-templates/${made.body.id}`)).status).toBe(200)
  })
})
