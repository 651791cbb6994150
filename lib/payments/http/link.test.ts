import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testApplication } from '@/lib/testing/application'
import { apiOf, browser } from '@/lib/testing/browser'
import { checkoutClient, having } from '@/lib/testing/checkouts'
import { eventually } from '@/lib/testing/eventually'
import { opened } from '@/lib/testing/opened'
import { addSandboxShop } from '@/lib/testing/shops/shop-states'
import type { ActivityPage } from '@/lib/activity/schema'
import type { PaymentDetail } from '../detail'
import type { PaymentPage } from '../list'
import { statementsOf } from '../server/reconciliation/testing'

onEachEngine('a payment of a statement over HTTP', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => checkoutClient(app))
  const statements = opened(() => statementsOf({ engine: app.engine, context: app.owner }))
  const callAt = <Body>(shop: string, method: string, path: string, body?: object) => {
    browser.person = app.owner.actor
    return apiOf(app, `/api/shops/${shop}`)<Body>(method, `/${path}`, body)
  }
  const call = <Body>(...request: [method: string, path: string, body?: object]) =>
    callAt<Body>('sandbox', ...request)
  const unlinked = async () =>
    (await call<PaymentPage>('GET', 'payments?unlinked=true')).body.items.map(({ uid }) => uid)

  /** Records a payment that only a statement has. */
  async function record(uid: string): Promise<void> {
    const at = '2026-11-10T10:00:00Z'
    await client.notify({
      transaction: {
        uid: 'known',
        type: 'payment',
        status: 'successful',
        amount: 100,
        currency: 'EUR',
        paid_at: at,
      },
    })
    await eventually(async () => expect((await call('GET', 'payments/known')).status).toBe(200))
    await statements.recordLines([`${uid},,149.90,EUR,${at},payment,`], at)
    await eventually(async () => expect((await call('GET', `payments/${uid}`)).status).toBe(200))
  }

  it('is linked and unlinked by hand, and the checkout follows', async () => {
    await record('s-1')
    const made = await client.make(having({ description: 'By hand', amount: 14990 }))
    const link = (body: object) => call<PaymentDetail>('PUT', 'payments/s-1/link', body)
    expect(await unlinked()).toContain('s-1')
    const linked = await link({ checkout_id: made.id })
    expect(linked.status).toBe(200)
    expect(linked.body).toMatchObject({
      authenticity: 'statement',
      notification_id: null,
      checkout: { id: made.id },
      checkout_link: 'hand',
    })
    expect(await client.read(made.id)).toMatchObject({ state: 'paid', rests_on: 'statement' })
    expect(await unlinked()).not.toContain('s-1')
    const { items } = (await call<ActivityPage>('GET', 'activity?object=s-1')).body
    expect(items[0]).toMatchObject({ kind: 'payment.linked', object: { kind: 'payment', id: 's-1' } })
    expect((await link({ checkout_id: null })).body.checkout).toBeNull()
    expect(await client.read(made.id)).toMatchObject({ state: 'open', rests_on: 'nothing' })
  })

  it('is not linked to what is elsewhere or unknown, nor from another shop', async () => {
    await record('s-2')
    const made = await client.make(having({ description: 'Here', amount: 14990 }))
    const link = (body: object) => call('PUT', 'payments/s-2/link', body)
    const wrong = async (body: object) => (await link(body)).status
    expect(await wrong({ checkout_id: crypto.randomUUID() })).toBe(422)
    expect(await wrong({ product_id: 'prd_missing' })).toBe(422)
    expect(await wrong({ checkout: made.id })).toBe(422)
    expect((await link({ customer_id: 'cst_1' })).body).toMatchObject({
      errors: { customer_id: ['no_notification'] },
    })
    expect((await call('PUT', 'payments/missing/link', { checkout_id: made.id })).status).toBe(404)
    browser.person = app.owner.actor
    const second = await addSandboxShop(app)
    expect((await callAt(second, 'PUT', 'payments/s-2/link', { checkout_id: made.id })).status).toBe(404)
    expect((await call<PaymentDetail>('GET', 'payments/s-2')).body.checkout).toBeNull()
  })
})
