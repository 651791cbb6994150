import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { CheckoutDetail, CheckoutPage } from '@/lib/checkouts/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { jobRows } from '@/lib/jobs/server/tables'
import { testJobs } from '../../testing/jobs'

/** A CSV cell with JSON. */
const cell = (json: string) => `"${json.replaceAll('"', '""')}"`

onEachEngine('what an import of checkouts is wary of', (kind) => {
  const { app, client } = testJobs(kind, 'checkouts')

  const listed = async (query: string) =>
    (await client.call('GET', `/checkouts?${query}`)).json as CheckoutPage
  const read = async (id: string) => (await client.call('GET', `/checkouts/${id}`)).json as CheckoutDetail

  it('refuses what cannot be stored in its own row, and plans the others', async () => {
    const deep = `{""avs_cvc_verification"":{""a"":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
    const planned = await client.load(
      [
        'description,price,currency,attempts,settings,additional_data,payment_method',
        'Sound,1,EUR,2,,,',
        'Many,1,EUR,3000000000,,,',
        `Key,1,EUR,,${cell(JSON.stringify({ 'a\0': 1 }))},,`,
        `Half,1,EUR,,,${cell(JSON.stringify({ avs_cvc_verification: { a: '\ud83d' } }))},`,
        `Deep,1,EUR,,,"${deep}",`,
        `Method,1,EUR,,,,${cell(JSON.stringify({ types: [{ apm: { channel: 'a\0' } }] }))}`,
      ].join('\n'),
    )
    expect(planned.counts).toMatchObject({ planned: 1, invalid: 5 })
    const [, ...refused] = await client.rows(planned.id)
    expect(refused.map(({ errors }) => errors)).toEqual([
      { attempts: ['The number is too large'] },
      { settings: ['Unknown: a'] },
      { additional_data: ['avs_cvc_verification: This is not valid'] },
      { additional_data: ['avs_cvc_verification: This is not valid'] },
      { payment_method: ['apm: This is not valid'] },
    ])
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, invalid: 5 } })
  })

  it('names the column of what the gateway refuses', async () => {
    const refuse = (errors: object) =>
      client.fault({
        endpoint: 'checkouts.create',
        kind: 'status',
        status: 422,
        body: { message: 'No', errors },
      })
    const lines = [
      'Description,Total,Currency,E-mail,Settings',
      'One,1,EUR,a@reader.example,"{""button_text"":""Pay""}"',
    ]
    const errorsOf = async (errors: object) => {
      const planned = await client.load(lines.join('\n'))
      await refuse(errors)
      await client.run(planned.id)
      const report = await client.call('GET', `/jobs/${planned.id}/report`)
      return parse(report.text)[1]?.at(-1)
    }
    const order = { amount: ['is too low'], tracking_id: ['is wrong'] }
    const customer = { email: ['is invalid'] }
    const settings = { button_text: ['is too long'] }
    expect(await errorsOf({ checkout: { order, customer, settings } })).toBe(
      'checkout.order.tracking_id: is wrong | Total: is too low | E-mail: is invalid | Settings: button_text: is too long',
    )
    expect(await errorsOf({ customer, base: ['Nothing goes'] })).toBe('Nothing goes | E-mail: is invalid')
  })

  it('keeps no card token of a file, and refuses its row', async () => {
    const token = `pasted-${crypto.randomUUID()}`
    const planned = await client.load(
      [
        'description,price,currency,payment_method,Not read',
        `Sound,1,EUR,${cell('{"types": ["credit_card"]}')},`,
        `Charged,1,EUR,${cell(`{"credit_card": {"token": "${token}"}}`)},`,
        `Cut,1,EUR,${cell(`{"credit_card": {"token" : "${token}`)},`,
        `Elsewhere,1,EUR,,${cell(`{"credit_card": {"token": "${token}"}}`)}`,
        ...[`'token': '${token}'`, `“token”: “${token}”`, `token: ${token}`].map(
          (pair) => `Broken,1,EUR,${cell(`{"credit_card": {${pair}}}`)},`,
        ),
      ].join('\n'),
    )
    expect(planned.counts).toMatchObject({ planned: 2, invalid: 5 })
    const [, charged, cut] = await client.rows(planned.id)
    expect(charged?.errors).toEqual({ payment_method: [expect.stringContaining('Card tokens')] })
    expect(charged?.cells?.[3]).toBe('{"credit_card": {"token": "••••••••"}}')
    expect(cut?.errors).toHaveProperty('payment_method')
    expect(JSON.stringify(planned)).not.toContain(token)
    expect(await app.dump()).not.toContain(token)
    await client.run(planned.id)
  })

  it('keeps no card token of a file that is escaped, or within a text', async () => {
    const token = `pasted-${crypto.randomUUID()}`
    const card = JSON.stringify({ credit_card: { token } })
    const cells = [
      `{"credit_card": {"to\\u006ben": "${token}"}}`,
      `{"credit_c\\u0061rd": {"token": "${token}"}}`,
      `{"credit_card": {"to\\u006ben": "${token}`,
      `{"credit_card": {"token": {"value": ["${token}"]}}}`,
      JSON.stringify({ note: card }),
      JSON.stringify({ credit_card: JSON.stringify({ token }) }),
      JSON.stringify({ note: JSON.stringify({ note: card }) }),
      JSON.stringify(card),
    ]
    const kept = '{"token": "kept", "x": "{\\"token\\": \\"kept\\"}"}'
    const lines = [...cells, kept].map((json) => `Elsewhere,1,EUR,,${cell(json)}`)
    lines.push(`Charged,1,EUR,${cell(cells[0] ?? '')},`)
    const planned = await client.load(
      ['description,price,currency,payment_method,Not read', ...lines].join('\n'),
    )
    expect(planned.counts).toMatchObject({ planned: cells.length + 1, invalid: 1 })
    expect(await app.dump()).not.toContain(token)
    const rows = await client.rows(planned.id)
    expect(rows.map(({ cells: shown }) => shown?.[4])).toContain(kept)
    expect(rows.at(-1)?.errors).toEqual({ payment_method: [expect.stringContaining('Card tokens')] })
  })

  it('sends the address that receives notifications now, not the one of the dry run', async () => {
    const planned = await client.load(
      [
        'description,price,currency,settings',
        'Ours,1,EUR,',
        'Theirs,1,EUR,"{""notification_url"": ""https://shop.example/hook""}"',
      ].join('\n'),
    )
    const { version } = (await client.call('GET', '/notification-settings')).json as { version: number }
    const rotated = await client.call('POST', '/notification-settings/rotate', { version, keep_hours: 0 })
    expect(rotated.status).toBe(200)
    const { notification_url: now } = rotated.json as { notification_url: string }
    await client.run(planned.id)
    const { items } = await listed(`job=${planned.id}`)
    const made = await Promise.all(items.map(({ id }) => read(id)))
    const addresses = made.map(({ description, request }) => [
      description,
      (request.checkout as { settings: { notification_url: string } }).settings.notification_url,
    ])
    expect(Object.fromEntries(addresses)).toEqual({ Ours: now, Theirs: 'https://shop.example/hook' })
  })

  it('makes no link that expired between the dry run and the start', async () => {
    const planned = await client.load(
      'description,price,currency,expired_at\nLate,1,EUR,2039-01-01T00:00:00+01:00\nInTime,1,EUR,',
    )
    await app.engine.db
      .update(jobRows)
      .set({ change: sql`jsonb_set(change, '{checkout,order,expired_at}', '"2020-01-01T00:00:00+01:00"')` })
      .where(app.whereShop(jobRows, sql`change -> 'checkout' -> 'order' ->> 'description' = 'Late'`))
    const before = await client.countAtGateway()
    expect(await client.run(planned.id)).toMatchObject({ counts: { done: 1, failed: 1 } })
    expect(await client.countAtGateway()).toBe(before + 1)
    const [late] = await client.rows(planned.id, 'failed')
    expect(late?.errors).toEqual({ expired_at: ['This is in the past: nobody could pay'] })
  })
})
