import { expect, it } from 'vitest'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testApplication } from '../../testing/application'
import { having } from '../../testing/checkouts'
import { notificationsAt, transaction } from './testing'

onEachEngine('notifications over HTTP', (kind) => {
  const app = testApplication(kind)
  const { client, call, list, read, settled } = notificationsAt(app)

  it('are linked and unlinked by hand, and the checkout follows', async () => {
    const made = await client.make(having({ description: 'By hand' }))
    await client.notify(transaction({ amount: 14990 }))
    const [row] = await settled(1)
    const id = row?.id ?? ''
    expect(
      (await call('PUT', `/notifications/${id}/link`, { checkout_id: crypto.randomUUID() })).status,
    ).toBe(422)
    const linked = await call<NotificationDetail>('PUT', `/notifications/${id}/link`, {
      checkout_id: made.id,
    })
    expect(linked.body.checkout).toMatchObject({ id: made.id, link: 'hand' })
    expect(await client.read(made.id)).toMatchObject({ state: 'paid', rests_on: 'credentials' })
    // A replay keeps the link set by hand.
    const replayed = await call<NotificationDetail>('POST', `/notifications/${id}/replay`)
    expect(replayed.body.checkout).toMatchObject({ id: made.id, link: 'hand' })
    expect(replayed.body.deliveries).toMatchObject([{ replayed_by: app.owner.actor.name }])
    await call('PUT', `/notifications/${id}/link`, { checkout_id: null })
    expect(await client.read(made.id)).toMatchObject({ state: 'open', rests_on: 'nothing' })
  })

  it('keep later deliveries and transactions linked by hand', async () => {
    const [one, other] = [
      await client.make(having({ tracking_id: 'moved-1' })),
      await client.make(having({})),
    ]
    const said = transaction({ amount: 14990, tracking_id: 'moved-1', updated_at: '2026-11-21T10:00:00Z' })
    await client.notify(said)
    await settled(1)
    await client.notify({ transaction: { ...said.transaction, updated_at: '2026-11-21T10:00:01Z' } })
    await settled(2)
    expect(await client.read(one.id)).toMatchObject({ state: 'paid' })
    const id = (await list()).items[0]?.id ?? ''
    await call('PUT', `/notifications/${id}/link`, { checkout_id: other.id })
    expect(await client.read(one.id)).toMatchObject({ state: 'open' })
    expect(await client.read(other.id)).toMatchObject({ state: 'paid' })
    await client.notify({ transaction: { ...said.transaction, updated_at: '2026-11-21T10:00:02Z' } })
    await settled(3)
    expect(await client.read(one.id)).toMatchObject({ state: 'open' })
    // A link to no checkout is kept, too.
    await call('PUT', `/notifications/${id}/link`, { checkout_id: null })
    await call('POST', `/notifications/${id}/replay`)
    expect(await client.read(one.id)).toMatchObject({ state: 'open' })
    expect(await client.read(other.id)).toMatchObject({ state: 'open' })
  })

  it('of a chargeback belong to the checkout of their payment, which is disputed', async () => {
    const made = await client.make(having({ tracking_id: 'pl-2', amount: 900 }))
    const uid = crypto.randomUUID()
    const payment = transaction({ uid, tracking_id: 'pl-2', amount: 900 })
    const parent = { parent_uid: uid, parent_transaction: { uid, tracking_id: 'pl-2' } }
    const chargeback = transaction({ ...parent, type: 'chargeback', amount: 300 })
    for (const body of [chargeback, payment]) await client.notify(body)
    await client.notify(transaction({ ...parent, type: 'payment', amount: 1 }), { trusted: false })
    const all = await settled(3)
    const [back, paid] = ['chargeback', 'payment'].map(
      (type) => all.find((row) => row.type === type && row.authenticity !== 'unverified')?.id ?? '',
    )
    expect(await read(back ?? '')).toMatchObject({
      tracking_id: 'pl-2',
      checkout: { id: made.id, link: 'parent' },
      parent: { uid, id: paid },
    })
    expect((await read(paid ?? '')).transaction).toHaveLength(3)
    const { state, transactions } = await client.read(made.id)
    expect(state).toBe('disputed')
    const tied = new Map(transactions.map(({ matched_by: by, amount }) => [by, amount]))
    expect(tied).toEqual(new Map([['parent', 300], ['tracking_id', 900]])) // prettier-ignore
  })

  it('that are forged cannot be linked', async () => {
    const made = await client.make(having({ description: 'Not by a forgery' }))
    await client.notify(transaction(), { trusted: false })
    const [row] = await settled(1)
    const answer = await call('PUT', `/notifications/${row?.id}/link`, { checkout_id: made.id })
    expect(answer.status).toBe(422)
    expect(await client.read(made.id)).toMatchObject({ state: 'open' })
  })
})
