import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { NotificationDetail, NotificationPage, RevealedNotification } from '@/lib/notifications/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { notifications } from '@/lib/notifications/server/tables'
import { activity } from '@/lib/core/server/tables/requests'
import { browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { addMember, testApplication, testPerson } from '../../testing/application'
import { checkoutClient } from '../../testing/checkouts'

const support = testPerson('Support')

onEachEngine('why a notification was found over HTTP', (kind) => {
  const app = testApplication(kind)
  beforeAll(async () => {
    await addMember(app.engine, support, 'support')
    await checkoutClient(app).notify({
      transaction: {
        uid: 'uid-of-a-kettle',
        status: 'failed',
        type: 'payment',
        amount: 14990,
        currency: 'EUR',
        description: 'Käse & kettle, with funds',
        tracking_id: 'track-77',
        message: 'Insufficient funds on the card',
        credit_card: { token: 'a-token-of-a-card-9876', brand: 'visa', last_4: '4242' },
        customer: { email: 'kettle@mail.example', first_name: 'Jane' },
        additional_data: { receipt_text: ['First floor', 'Third floor of Kettle street'] },
      },
    })
    await eventually(async () => {
      const rows = await app.engine.db.select().from(notifications).where(app.whereShop(notifications))
      if (!rows[0]?.processedAt) throw new Error('not worked out yet')
    })
  })

  const find = async (q: string, as = app.owner.actor as SignedIn) => {
    browser.person = as
    const response = await fetch(`${app.url}/api/shops/sandbox/notifications?q=${encodeURIComponent(q)}`)
    expect(response.status).toBe(200)
    return ((await response.json()) as NotificationPage).items[0]
  }

  it('is marked in the listed values', async () => {
    const item = await find('kase track-77')
    expect(item?.marks).toMatchObject({ description: [[0, 4]], tracking_id: [[0, 8]], uid: [], type: [] })
    expect(item?.found).toBeUndefined()
    expect((await find('FAILED'))?.marks?.status).toEqual([[0, 6]])
    expect(await find('uid-of-a')).toMatchObject({ marks: { uid: [[0, 8]] } })
  })

  it('is shown with the value that the list does not show, and its path', async () => {
    expect(await find('insufficient funds')).toMatchObject({
        marks: { description: [[20, 5]] },
        found: {
          path: ['transaction', 'message'],
          text: 'Insufficient funds on the card',
          marks: [[0, 12], [13, 5]],
        },
      }) // prettier-ignore
    expect((await find('third street'))?.found).toEqual({
        path: ['transaction', 'additional_data', 'receipt_text', 1],
        text: 'Third floor of Kettle street',
        marks: [[0, 5], [22, 6]],
      }) // prettier-ignore
    expect((await find('14990'))?.found).toMatchObject({ path: ['transaction', 'amount'], text: '14990' })
  })

  it('is hidden from people who see it masked; card tokens from everybody', async () => {
    expect(await find('kettle@')).toMatchObject({ marks: { email: [[0, 7]] } })
    expect((await find('jane'))?.found).toMatchObject({ path: ['transaction', 'customer', 'first_name'] })
    const named = await find('jane', support)
    expect(named).toMatchObject({ email: 'k•••@mail.example', reasons: [{ by: 'name', word: 'jane' }] })
    expect(named).not.toHaveProperty('found')
    expect(await find('jan', support)).toBeUndefined()
    const item = await find('kettle third', support)
    expect(item).toMatchObject({ email: 'k•••@mail.example', marks: { email: [] } })
    expect(item?.found?.text).toBe('Third floor of Kettle street')
    expect(await find('mail.example', support)).toBeUndefined()
    for (const q of ['a-token', '9876']) expect(await find(q)).toBeUndefined()
  })

  it('is revealed one at a time, which is recorded', async () => {
    const item = await find('jane', support)
    const path = `${app.url}/api/shops/sandbox/notifications/${item?.id}`
    const masked = (await (await fetch(path)).json()) as NotificationDetail
    expect(masked).toMatchObject({ email: 'k•••@mail.example' })
    expect(JSON.stringify(masked)).not.toContain('Jane')
    const response = await fetch(`${path}/reveal`, { method: 'POST' })
    expect(response.status).toBe(200)
    const revealed = (await response.json()) as RevealedNotification
    expect(revealed).toMatchObject({
      email: 'kettle@mail.example',
      payload: { transaction: { customer: { first_name: 'Jane' }, credit_card: { token: '••••' } } },
    })
    expect(revealed.raw).toContain('Jane')
    const noted = await app.engine.db
      .select()
      .from(activity)
      .where(app.whereShop(activity, eq(activity.action, 'notification.revealed')))
    expect(noted).toMatchObject([{ subject: item?.id, actorId: support.userId, detail: {} }])
    const unknown = await fetch(`${app.url}/api/shops/sandbox/notifications/${crypto.randomUUID()}/reveal`, { method: 'POST' }) // prettier-ignore
    expect(unknown.status).toBe(404)
  })

  it('is empty without a search or a body', async () => {
    browser.person = app.owner.actor
    const response = await fetch(`${app.url}/api/shops/sandbox/notifications`)
    const [item] = ((await response.json()) as NotificationPage).items
    expect(item).not.toHaveProperty('marks')
    const { db } = app.engine
    for (const body of ['', `{"long":"${'x'.repeat(70_000)}","word":"insufficient"}`]) {
      await db.update(notifications).set({ body: Buffer.from(body) }).where(eq(notifications.shopId, 'sandbox')) // prettier-ignore
      const found = await find('insufficient')
      expect(found?.marks).toBeDefined()
      expect(found).not.toHaveProperty('found')
    }
  })
})
