import { generateKeyPairSync, sign } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { NotificationDetail } from '@/lib/notifications/schema'
import type { NotificationSettings } from '@/lib/notifications/settings'
import { onEachEngine } from '@/lib/db/testing-engines'
import { retainNotifications } from '@/lib/notifications/server/retention'
import { notifications } from '@/lib/notifications/server/tables'
import { shops } from '@/lib/core/server/tables/shops'
import { browser } from '@/lib/testing/browser'
import { settingsVersion } from '@/lib/testing/office'
import { testApplication } from '../../testing/application'
import { notificationsAt, transaction } from './testing'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = keys.publicKey.export({ format: 'pem', type: 'spki' }).toString()

onEachEngine('notifications over HTTP', (kind) => {
  const app = testApplication(kind)
  const { client, rows, call, list, read, settled } = notificationsAt(app)

  it('are one if the same status of a transaction comes again, with the differences', async () => {
    const first = transaction({ updated_at: '2026-11-21T10:00:00Z' })
    await client.notify(first)
    await settled(1)
    await client.notify({ transaction: { ...first.transaction, updated_at: '2026-11-21T10:05:00Z' } })
    await client.notify(first)
    await settled(2)
    const { items } = await list()
    expect(items).toMatchObject([{ uid: first.transaction.uid, delivery_count: 3 }])
    const { deliveries } = await read(items[0]?.id ?? '')
    expect(deliveries.map(({ difference }) => difference)).toEqual([
      [
        {
          path: 'transaction.updated_at',
          before: '2026-11-21T10:00:00Z',
          after: '2026-11-21T10:05:00Z',
        },
      ],
      null,
    ])
  })

  it('are several if transactions of different types share an ID', async () => {
    const uid = crypto.randomUUID()
    for (const type of ['authorization', 'capture', 'capture']) {
      await client.notify(transaction({ uid, type, updated_at: new Date().toISOString() }))
    }
    await settled(3)
    expect(new Set((await list()).items.map(({ type }) => type))).toEqual(
      new Set(['authorization', 'capture']),
    )
    expect((await list()).items).toHaveLength(2)
  })

  it('of one transaction form a timeline with differences', async () => {
    const began = transaction({ status: 'incomplete' })
    await client.notify(began)
    await settled(1)
    await client.notify({ transaction: { ...began.transaction, status: 'successful' } })
    await settled(2)
    const [last] = (await list()).items
    const detail = await read(last?.id ?? '')
    expect(detail.transaction.map(({ status }) => status)).toEqual(['incomplete', 'successful'])
    expect(detail.previous).toMatchObject({
      status: 'incomplete',
      difference: [{ path: 'transaction.status', before: 'incomplete', after: 'successful' }],
    })
  })

  it('without evidence are no deliveries of those with it', async () => {
    const said = transaction()
    await client.notify(said)
    await client.notify({ transaction: { ...said.transaction, amount: 1 } }, { trusted: false })
    await settled(2)
    expect((await list('?authenticity=unverified')).items).toMatchObject([{ amount: 1, quarantined: true }])
    expect((await list('?authenticity=credentials,signature')).items).toMatchObject([
      { amount: 1250, delivery_count: 1 },
    ])
  })

  it('are found by any value, and filtered', async () => {
    await client.notify(
      transaction({
        status: 'failed',
        message: 'Insufficient funds',
        receipt_url: 'https://gateway.example/receipt',
        additional_data: { receipt_text: ['Zürich, 3rd floor'] },
        credit_card: { brand: 'visa', last_4: '4242', holder: 'JANE MAYER' },
      }),
    )
    await client.notify(transaction({ amount: 99, currency: 'USD', type: 'refund' }))
    await settled(2)
    for (const q of ['zurich', '4242', 'mayer', 'insufficient', '1250'])
      expect([q, (await list(`?q=${q}`)).items]).toMatchObject([q, [{ status: 'failed' }]])
    const narrowed = [
      'status=failed',
      'currency=EUR',
      'type=payment',
      'amount_from=100',
      'kind=transaction&status=failed',
    ]
    for (const query of narrowed)
      expect([query, (await list(`?${query}`)).items]).toMatchObject([query, [{ amount: 1250 }]])
    expect((await list('?status=pending')).items).toEqual([])
    expect((await list('?linked=true')).items).toEqual([])
    expect((await list('?linked=false')).total).toBe(2)
    expect((await list('?received_from=2000-01-01&received_to=2000-01-02')).items).toEqual([])
  })

  it('without evidence stay separate, so that none hides another', async () => {
    const real = transaction()
    await client.notify({ transaction: { ...real.transaction, amount: 1 } }, { trusted: false })
    await settled(1)
    await client.notify(real, { trusted: false })
    await settled(2)
    expect(new Set((await list()).items.map(({ amount }) => amount))).toEqual(new Set([1, 1250]))
  })

  const change = async (settings: object) =>
    call('PUT', '/notification-settings', {
      ...settings,
      version: await settingsVersion(app.engine.db),
    })

  it('are verified again at a replay after the public key is known', async () => {
    await app.engine.db.update(shops).set({ publicKey: null }).where(eq(shops.id, 'sandbox'))
    await change({ network_is_enough: false })
    // With the card's token, which is not stored.
    const body = JSON.stringify(transaction({ credit_card: { token: 'a-token-of-a-card', last_4: '4242' } }))
    await fetch(client.hook(), {
      method: 'POST',
      headers: {
        'content-signature': sign('RSA-SHA256', Buffer.from(body), keys.privateKey).toString('base64'),
      },
      body,
    })
    const [row] = await settled(1)
    expect(row).toMatchObject({ authenticity: 'unverified' })
    const privateKey = keys.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    for (const wrong of ['not a key', privateKey])
      expect((await change({ public_key: wrong })).status).toBe(422)
    expect((await change({ public_key: pem })).status).toBe(200)
    const again = await call<NotificationDetail>('POST', `/notifications/${row?.id}/replay`)
    expect(again.body).toMatchObject({
      signature: 'verified',
      authenticity: 'signature',
      quarantined: false,
    })
  })

  it('come by an address that was replaced for as long as was said, and not longer', async () => {
    const old = client.hook()
    const rotated = await call<NotificationSettings>('POST', '/notification-settings/rotate', {
      keep_hours: 1,
      version: await settingsVersion(app.engine.db),
    })
    expect(rotated.body.old_addresses).toMatchObject([
      { notification_url: expect.stringContaining('/notification') },
    ])
    expect(rotated.body.notification_url).not.toContain(app.owner.shop.hookKey)
    expect((await fetch(old, { method: 'POST', body: '{}' })).status).toBe(200)
    await app.engine.db.execute(sql`UPDATE old_hook_keys SET until = now() - interval '1 second'`)
    await change({ network_is_enough: true })
    await change({ network_is_enough: false })
    expect((await fetch(old, { method: 'POST', body: '{}' })).status).toBe(404)
    await app.engine.db.update(shops).set({ hookKey: app.owner.shop.hookKey }).where(eq(shops.id, 'sandbox'))
  })

  it('lose bodies and personal data after the set months', async () => {
    const said = { customer: { email: 'jane@mail.example', first_name: 'Jane', last_name: 'Mayer' } }
    await client.notify(transaction({ ...said, description: 'Chair for Mayer', message: 'Old one' }))
    await client.notify(transaction({ ...said, description: 'Table for Mayer' }))
    await settled(2)
    const age = (months: number, description: string) => sql`UPDATE notifications
        SET received_at = now() - make_interval(months => ${months}::int, days => 1) WHERE ${app.whereShop(notifications)} AND description = ${description}`
    await app.engine.db.execute(age(13, 'Chair for Mayer'))
    await app.engine.db.execute(age(7, 'Table for Mayer'))
    const effect = await call(
      'GET',
      '/notification-settings/retention-effect?payload_months=12&personal_months=6',
    )
    expect(effect.body).toEqual({ payloads: 1, personal: 2, waiting: 0, exact: true })
    await app.engine.db
      .update(shops)
      .set({ payloadMonths: 12, personalMonths: 6 })
      .where(eq(shops.id, 'sandbox'))
    expect(await retainNotifications(app.engine, 'sandbox')).toBe(true)
    const all = await rows()
    expect(all.find(({ payloadRemovedAt }) => payloadRemovedAt)).toMatchObject({
      amount: 1250,
      email: null,
    })
    const left = all.find(({ payloadRemovedAt }) => !payloadRemovedAt)
    expect(left?.body.toString()).not.toMatch(/jane|mayer/i)
    expect(left).toMatchObject({ description: 'Table for •••', email: null, amount: 1250 })
    expect((await list('?q=mayer')).items).toEqual([])
    const removed = all.find(({ payloadRemovedAt }) => payloadRemovedAt)?.id ?? ''
    expect(await read(removed)).toMatchObject({ payload_removed: true, raw: null, unreadable_reason: null })
    expect((await call('POST', `/notifications/${removed}/replay`)).status).toBe(409)
    await app.engine.db
      .update(shops)
      .set({ payloadMonths: null, personalMonths: null })
      .where(eq(shops.id, 'sandbox'))
  })

  it('are exported as listed', async () => {
    await client.notify(transaction({ description: '=cmd()', amount: 6500 }))
    await settled(1)
    browser.person = app.owner.actor
    const file = await fetch(
      `${app.url}/api/shops/sandbox/notifications/export?columns=status,price,amount,description,payload`,
    )
    const text = await file.text()
    expect(text.split('\r\n')[1]).toMatch(/^successful,65\.00,6500,'=cmd\(\),/)
    expect(text).toContain('""status"":""successful""')
  })
})
