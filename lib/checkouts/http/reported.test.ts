import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { checkouts } from '@/lib/checkouts/server/tables'
import { notifications } from '@/lib/notifications/server/tables'
import { eventually } from '@/lib/testing/eventually'
import { listen } from '@/lib/testing/office'
import { shops } from '@/lib/core/server/tables/shops'
import { testApplication } from '../../testing/application'
import { checkoutClient, having, order } from '../../testing/checkouts'

onEachEngine('what becomes of a checkout with the sandbox', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))

  it('is paid, live, with its evidence; the payment is shown and found by its UID', async () => {
    const made = await client.make(
      having({ description: 'To be paid' }, { settings: { notification_url: client.hook() } }),
    )
    const { uid } = (await (await client.pay(made.token)).json()) as { uid: string }
    const paid = await eventually(async () => {
      const now = await client.read(made.id)
      expect(now.state).toBe('paid')
      return now
    })
    expect(paid.rests_on).toMatch(/^(signature|credentials)$/)
    expect(paid.transactions).toMatchObject([
      { uid, status: 'successful', matched_by: 'payment_token', card_last_4: '0000', amount: 14990 },
    ])
    expect((await client.list(`?q=${uid}`)).items).toMatchObject([{ id: made.id, state: 'paid' }])
  })

  it('is declined with attempts left, until they are used up', async () => {
    const made = await client.make(having({}, { attempts: 2, settings: { notification_url: client.hook() } }))
    const declined = { number: '4005 5500 0000 0019' }
    await client.pay(made.token, declined)
    await eventually(async () =>
      expect(await client.read(made.id)).toMatchObject({
        state: 'declined',
        attempts: 2,
        attempts_left: 1,
      }),
    )
    await client.pay(made.token, declined)
    await eventually(async () => expect(await client.read(made.id)).toMatchObject({ attempts_left: 0 }))
  })

  it('ignores reports without evidence, and older ones after a final state', async () => {
    const made = await client.make()
    const transaction = (status: string, updated: string) => ({
      transaction: {
        uid: `uid-${made.id}`,
        status,
        type: 'payment',
        ...order,
        updated_at: updated,
        additional_data: { vendor: { name: 'CTP', token: made.token } },
      },
    })
    await client.notify(transaction('successful', '2026-11-20T10:00:00.000Z'), { trusted: false })
    await client.notify(transaction('incomplete', '2026-11-20T10:00:01.000Z'))
    await eventually(async () => expect((await client.read(made.id)).state).toBe('pending'))
    await client.notify(transaction('successful', '2026-11-20T10:00:02.000Z'))
    await eventually(async () => expect((await client.read(made.id)).state).toBe('paid'))
    await client.notify(transaction('processing', '2026-11-20T10:00:03.000Z'))
    await eventually(async () => {
      const { rows } = await app.engine.db.execute(
        sql`SELECT 1 FROM notifications
            WHERE ${app.whereShop(notifications)} AND checkout_id = ${made.id} AND processed_at IS NOT NULL`,
      )
      expect(rows).toHaveLength(3)
    })
    expect(await client.read(made.id)).toMatchObject({
      state: 'paid',
      rests_on: 'credentials',
      transactions: [{ status: 'successful' }],
    })
  })

  it('is paid by a transaction of the right type, and never by a test', async () => {
    const made = await client.make(having({ tracking_id: 'kind-1' }))
    const transaction = (type: string, more: object = {}) => ({
      transaction: {
        uid: crypto.randomUUID(),
        status: 'successful',
        type,
        tracking_id: 'kind-1',
        ...order,
        ...more,
      },
    })
    for (const body of [
      transaction('credit'),
      transaction('tokenization'),
      transaction('payment', { test: true }),
    ])
      await client.notify(body)
    await eventually(async () => expect((await client.read(made.id)).transactions).toHaveLength(2))
    expect((await client.read(made.id)).state).toBe('open')
    await client.notify(transaction('payment'))
    await eventually(async () => expect((await client.read(made.id)).state).toBe('paid'))
  })

  it('is linked to notifications that arrived while it was created', async () => {
    const [{ token }] = [await client.make()]
    expect(token).not.toBeNull()
    // As if the notification had arrived before the payment token was known.
    await app.engine.db.execute(
      sql`UPDATE checkouts SET token = NULL, state = 'unconfirmed' WHERE ${app.whereShop(checkouts)} AND token = ${token}`,
    )
    await client.notify({
      transaction: {
        uid: crypto.randomUUID(),
        status: 'successful',
        type: 'payment',
        ...order,
        additional_data: { vendor: { name: 'CTP', token } },
      },
    })
    await eventually(async () => {
      const { rows } = await app.engine.db.execute(
        sql`SELECT 1 FROM notifications
            WHERE ${app.whereShop(notifications)} AND payment_token = ${token} AND processed_at IS NOT NULL`,
      )
      expect(rows).toHaveLength(1)
    })
    const [lost] = (await client.list('?state=unconfirmed')).items
    const redirect_url = `${app.appUrl}/sandbox/v2/checkout?token=${token}`
    const settled = await client.call('POST', `/${lost?.id}/settle`, {
      body: { exists: true, redirect_url },
    })
    expect(settled).toMatchObject({ status: 200, body: { state: 'paid', token } })
  })

  it('expires by the clock, and by the gateway’s word', async () => {
    const past = new Date(Date.now() - 1000).toISOString().replace(/\.\d+Z$/, '+00:00')
    const [first, second] = [await client.make(), await client.make()]
    await app.engine.db.execute(
      sql`UPDATE checkouts SET expires_at = ${past} WHERE ${app.whereShop(checkouts)} AND id IN (${first.id}, ${second.id})`,
    )
    expect(await client.read(first.id)).toMatchObject({ state: 'expired', rests_on: 'clock' })
    const { token } = second
    await client.notify({
      token,
      finished: false,
      expired: true,
      status: 'error',
      message: 'Token is expired.',
      order,
    })
    await eventually(async () =>
      expect(await client.read(second.id)).toMatchObject({
        state: 'expired',
        rests_on: 'credentials',
        transactions: [],
      }),
    )
    const ids = (await client.list('?state=expired')).items.map(({ id }) => id)
    expect(ids).toEqual([second.id, first.id])
    expect((await client.list('?state=open')).items.map(({ id }) => id)).not.toContain(first.id)
  })

  const update = (to: object) => app.engine.db.update(shops).set(to).where(eq(shops.id, 'sandbox'))

  it('is not paid by an answer about another checkout', async () => {
    const { checkoutUrl } = app.owner.shop
    const [{ id }, { token }] = [await client.make(), await client.make()]
    const gateway = await listen((_, response) => {
      response.end(JSON.stringify({ checkout: { token, finished: true, status: 'successful' } }))
    })
    await update({ checkoutUrl: gateway.url, hasCheckoutQuery: true })
    const checked = await client.call('POST', `/${id}/check`)
    await update({ checkoutUrl, hasCheckoutQuery: false })
    await gateway.close()
    expect(checked).toMatchObject({ status: 502, body: { code: 'gateway_unreadable' } })
    expect(await client.read(id)).toMatchObject({ state: 'open', checked_at: null })
  })

  it('stays as reported while the gateway was asked, unless it answers that it was paid', async () => {
    const { checkoutUrl } = app.owner.shop
    const expired = { finished: false, expired: true, status: 'error', message: 'Token is expired.', order }
    for (const [status, state] of [
      [null, 'expired'],
      ['successful', 'paid'],
    ]) {
      const { id, token } = await client.make()
      const gateway = await listen((_, response) => {
        const answer = async () => {
          await client.notify({ token, ...expired })
          await eventually(async () => expect(await client.read(id)).toMatchObject({ state: 'expired' }))
          response.end(JSON.stringify({ checkout: { token, finished: false, expired: false, status } }))
        }
        answer().catch((error: unknown) => response.destroy(error as Error))
      })
      await update({ checkoutUrl: gateway.url, hasCheckoutQuery: true })
      const checked = await client.call('POST', `/${id}/check`)
      await update({ checkoutUrl, hasCheckoutQuery: false })
      await gateway.close()
      expect(checked).toMatchObject({ status: 200, body: { state, checked_at: expect.any(String) } })
    }
  })
})
