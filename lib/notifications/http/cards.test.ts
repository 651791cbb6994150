import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { unsealCardToken } from '@/lib/card-tokens/server/keep'
import { cardTokens } from '@/lib/card-tokens/server/tables'
import { notifications } from '@/lib/notifications/server/tables'
import { apiOf, browser } from '@/lib/testing/browser'
import { eventually } from '@/lib/testing/eventually'
import { addMember, testApplication, testPerson } from '../../testing/application'
import { checkoutClient } from '../../testing/checkouts'

const support = testPerson('Support')

const payment = (token: string, change: Record<string, unknown> = {}) => ({
  transaction: {
    uid: crypto.randomUUID(),
    status: 'successful',
    type: 'payment',
    amount: 1250,
    currency: 'EUR',
    credit_card: { token, brand: 'visa', last_4: '4242', holder: 'Jane Mayer' },
    ...change,
  },
})

onEachEngine('the card of a notification over HTTP', (kind) => {
  const app = testApplication(kind)
  let client: ReturnType<typeof checkoutClient>
  beforeAll(async () => {
    client = checkoutClient(app)
    await addMember(app.engine, support, 'support')
  })

  const api = apiOf<NotificationDetail>(app)
  const call = <Body = NotificationDetail>(method: string, path: string) => {
    browser.person ??= app.owner.actor
    return api<Body>(method, path)
  }
  const received = async (body: ReturnType<typeof payment>) => {
    browser.person = null
    await client.notify(body)
    return eventually(async () => {
      const { uid } = body.transaction
      const [row] = await app.engine.db
        .select()
        .from(notifications)
        .where(app.whereShop(notifications, eq(notifications.uid, uid)))
      if (!row?.processedAt) throw new Error('not worked out yet')
      return row.id
    })
  }

  it('is offered, and stored for whoever accepts', async () => {
    const token = `token-${crypto.randomUUID()}`
    const id = await received(payment(token))
    expect((await call('GET', `/notifications/${id}`)).body).toMatchObject({
      card_token_id: null,
      card_offered: true,
    })
    const { status, body } = await call('POST', `/notifications/${id}/card-token`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ card_token_id: expect.any(String), card_offered: false })
    const cardTokenId = body.card_token_id ?? ''
    expect(await unsealCardToken(app.owner, cardTokenId)).toBe(token)
    const [kept] = await app.engine.db
      .select()
      .from(cardTokens)
      .where(app.whereShop(cardTokens, eq(cardTokens.id, cardTokenId)))
    expect(kept).toMatchObject({ last4: '4242', source: 'notification', createdBy: app.owner.actor.userId })
    // Another payment with the same card shows it as kept.
    const again = await received(payment(token))
    expect((await call('GET', `/notifications/${again}`)).body).toMatchObject({
      card_token_id: cardTokenId,
      card_offered: false,
    })
    expect((await call('POST', `/notifications/${again}/card-token`)).body.card_token_id).toBe(cardTokenId)
  })

  it('stays removed until somebody stores it again', async () => {
    const id = await received(
      payment(`token-${crypto.randomUUID()}`, { additional_data: { contract: ['recurring'] } }),
    )
    const { card_token_id: kept } = (await call('GET', `/notifications/${id}`)).body
    expect(kept).toEqual(expect.any(String))
    expect((await call('POST', `/card-tokens/${kept}/remove`)).status).toBe(200)
    const replayed = await call('POST', `/notifications/${id}/replay`)
    expect(replayed.body).toMatchObject({ card_token_id: null, card_offered: true })
    const again = await call('POST', `/notifications/${id}/card-token`)
    expect(again.body.card_token_id).not.toBe(kept)
  })

  it.each([
    ['of a failed payment', payment('token-of-a-failure', { status: 'failed' })],
    ['of a refund', payment('token-of-a-refund', { type: 'refund' })],
    ['that it has not', payment('')],
  ])('is not offered, %s', async (_what, body) => {
    const id = await received(body)
    expect((await call('GET', `/notifications/${id}`)).body.card_offered).toBe(false)
    expect((await call('POST', `/notifications/${id}/card-token`)).status).toBe(409)
  })

  it('is not offered without evidence, nor to people who may not store cards', async () => {
    const body = payment('token-of-a-forgery')
    await fetch(client.hook(), { method: 'POST', body: JSON.stringify(body) })
    const forged = await received(payment('token-for-support'))
    const [row] = await app.engine.db
      .select()
      .from(notifications)
      .where(app.whereShop(notifications, eq(notifications.authenticity, 'unverified')))
    expect((await call('GET', `/notifications/${row?.id}`)).body.card_offered).toBe(false)
    expect((await call('POST', `/notifications/${row?.id}/card-token`)).status).toBe(409)
    browser.person = support
    expect((await call('GET', `/notifications/${forged}`)).body.card_offered).toBe(false)
    expect((await call('POST', `/notifications/${forged}/card-token`)).status).toBe(403)
  })
})
