import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { listAlerts } from '../../../alerts/server/list'
import { alerts } from '../../../alerts/server/tables'
import { linkEarlierNotifications } from '../../../checkouts/server/earlier'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { statisticsQuery } from '../../../overview/schema'
import { statisticsOf } from '../../../overview/server/statistics'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import { referringTransactions } from '../interpreting/testing'
import { readNotificationDetail } from '../reading/read'
import { notifications } from '../tables'
import { linkByHand } from './link'

onEachEngine('what a person links', (kind) => {
  const { office, here, read, readCheckout, checkout, vendor } = referringTransactions(kind)
  const openAlerts = async () => (await listAlerts(office.context)).open.map(({ kind: what }) => what)
  beforeEach(() => office.clear(alerts))

  it('leaves the checkout that another notification of its transaction named', async () => {
    const [named, meant] = [await checkout(), await checkout({ tracking_id: 'other' })]
    await here.notify({ uid: 'p', status: 'pending', amount: 900, ...vendor(named) })
    const paid = await here.notify({ uid: 'p', amount: 900 })
    expect(await readCheckout(named)).toMatchObject({ state: 'paid' })
    await linkByHand(office.context, paid, { checkout_id: meant })
    expect(await readCheckout(meant)).toMatchObject({ state: 'paid' })
    expect(await readCheckout(named)).toMatchObject({ state: 'open' })
  })

  it('holds for every notification of its transaction, and for what refers to it', async () => {
    const other = { ...office.context, shop: await office.insertShop(`shop-${crypto.randomUUID()}`) }
    const there = await customersOf({ engine: office.engine, context: other }).notify({
      uid: 'p',
      amount: 900,
    })
    const [named, meant] = [await checkout(), await checkout({ tracking_id: 'other' })]
    const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
    const begun = await here.notify({ uid: 'p', status: 'pending', amount: 900, tracking_id: 'pl-2' })
    const paid = await here.notify({ uid: 'p', amount: 900, tracking_id: 'pl-2' })
    const of = async (id: string) => {
      const { checkout: linked, customers } = await read(id)
      return [linked?.id, linked?.link, customers.map((one) => one.matched_by)]
    }
    for (const id of [begun, paid]) expect(await of(id)).toEqual([named, 'tracking_id', []])
    await linkByHand(office.context, begun, { checkout_id: meant, customer_id: maria })
    for (const id of [begun, paid]) expect(await of(id)).toEqual([meant, 'hand', ['hand']])
    const back = await here.notify({ uid: 'r', type: 'refund', parent_uid: 'p', amount: 100 })
    expect(await of(back)).toEqual([meant, 'parent', ['parent']])
    expect(await readCheckout(meant)).toMatchObject({ state: 'partly_refunded' })
    expect(await readCheckout(named)).toMatchObject({ state: 'open', transactions: [] })
    await linkByHand(office.context, paid, { customer_id: null })
    for (const id of [begun, paid, back]) expect((await of(id))[2]).toEqual([])
    expect(await readNotificationDetail(other, there)).toMatchObject({ checkout: null, customers: [] })
  })

  it.each(['before', 'after'])(
    'leaves all that came %s the link and refers to it, when it is undone',
    async (when) => {
      const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
      const meant = await checkout({ tracking_id: 'other' }, { customerId: maria })
      const named = await checkout()
      const other = await checkout({ tracking_id: 'x' })
      await mirrorProducts(
        office.engine.db,
        office.context.shop.id,
        [{ id: 'prd_aa', name: 'Chair' }],
        new Date(),
      )
      const paid = await here.notify({ uid: 'p', amount: 900 })
      const arrive = async () => [
        await here.notify({ uid: 'r', type: 'refund', parent_uid: 'p', amount: 100 }),
        await here.notify({ uid: 'c', type: 'chargeback', parent_uid: 'r', amount: 100 }),
        await here.notify({
          uid: 'n',
          type: 'chargeback',
          parent_uid: 'r',
          amount: 100,
          parent_transaction: { uid: 'r', tracking_id: 'pl-2', amount: 900 },
        }),
        await here.notify({ uid: 'own', type: 'chargeback', parent_uid: 'r', amount: 100, ...vendor(other) }),
        await here.notify({ uid: 'gone', type: 'refund', parent_uid: 'r', amount: 100 }),
      ]
      const early = when === 'before' ? await arrive() : []
      await linkByHand(office.context, paid, { checkout_id: meant, product_id: 'prd_aa' })
      const [back = '', charged = '', naming = '', own = '', gone = ''] =
        when === 'before' ? early : await arrive()
      const product = { id: 'prd_aa', link: 'parent' }
      for (const id of [back, charged, naming, gone])
        expect(await read(id)).toMatchObject({ checkout: { id: meant, link: 'parent' }, product })
      await office.engine.db
        .update(notifications)
        .set({ body: Buffer.alloc(0), payloadRemovedAt: new Date() })
        .where(and(office.whereShop(notifications), eq(notifications.id, gone)))
      await linkByHand(office.context, paid, { checkout_id: null })
      for (const id of [back, charged, gone])
        expect(await read(id)).toMatchObject({ checkout: null, product, customers: [] })
      expect(await read(naming)).toMatchObject({ checkout: { id: named, link: 'parent' }, product })
      expect(await readCheckout(meant)).toMatchObject({ state: 'open', transactions: [] })
      await linkByHand(office.context, paid, { product_id: null })
      for (const id of [back, charged, naming, gone]) expect(await read(id)).toMatchObject({ product: null })
      expect(await read(own)).toMatchObject({
        checkout: { id: other, link: 'payment_token' },
        product: null,
      })
    },
  )

  it('leads the refund to the last checkout that a person chose', async () => {
    const [one, other] = [await checkout({ tracking_id: 'x' }), await checkout({ tracking_id: 'y' })]
    const begun = await here.notify({ uid: 'p', status: 'pending', amount: 900 })
    const paid = await here.notify({ uid: 'p', amount: 900 })
    await linkByHand(office.context, paid, { checkout_id: one })
    await linkByHand(office.context, begun, { checkout_id: other })
    const back = await here.notify({ uid: 'r', type: 'refund', parent_uid: 'p', amount: 100 })
    expect((await read(back)).checkout).toMatchObject({ id: other })
    expect(await readCheckout(other)).toMatchObject({ state: 'partly_refunded' })
  })

  it('is that of the first delivery, also by the ID of a later one', async () => {
    const meant = await checkout({ tracking_id: 'other' })
    const first = await here.notify({ uid: 'p', amount: 900, message: 'One' })
    const later = await here.notify({ uid: 'p', amount: 900, message: 'Two' })
    const linked = await linkByHand(office.context, later, { checkout_id: meant })
    expect(linked).toMatchObject({ id: first, checkout: { id: meant, link: 'hand' } })
  })

  it('raises and settles the alert of a payment that differs', async () => {
    const [dearer, right] = [await checkout({ amount: 1000 }), await checkout({ tracking_id: 'x' })]
    const paid = await here.notify({ uid: 'p', amount: 900 })
    expect(await openAlerts()).toEqual([])
    await linkByHand(office.context, paid, { checkout_id: dearer })
    expect(await openAlerts()).toEqual(['payment_differs'])
    const dearest = await checkout({ amount: 1100, tracking_id: 'y' })
    await linkByHand(office.context, paid, { checkout_id: dearest })
    expect((await listAlerts(office.context)).open).toMatchObject([{ detail: { asked_amount: 1100 } }])
    await linkByHand(office.context, paid, { checkout_id: right })
    expect(await openAlerts()).toEqual([])
  })

  it('or a payment token that is known later raises that alert, too', async () => {
    const made = await checkout({ amount: 1000 }, { token: null, state: 'unconfirmed', trackingIds: [] })
    await here.notify({ uid: 'p', amount: 900, ...vendor(made) })
    const link = { checkoutId: made, token: `token-${made}` }
    await office.engine.db.transaction((tx) => linkEarlierNotifications(tx, office.context, link))
    expect(await readCheckout(made)).toMatchObject({ state: 'differs' })
    expect(await openAlerts()).toEqual(['payment_differs'])
  })

  it('is kept when what it refers to comes later', async () => {
    const { context, engine } = office
    const products = ['prd_aa', 'prd_bb'].map((id) => ({ id, name: id }))
    await mirrorProducts(engine.db, context.shop.id, products, new Date())
    const capture = { uid: 'c', type: 'capture', parent_uid: 'a', amount: 900 }
    await here.notify({ ...capture, status: 'pending' })
    const captured = await here.notify(capture)
    await linkByHand(context, captured, { product_id: 'prd_aa' })
    const sold = async () =>
      (await statisticsOf(context, statisticsQuery.parse({}))).products.items.map(({ value }) => value)
    expect(await sold()).toEqual(['prd_aa'])
    await here.notify({ uid: 'a', type: 'authorization', additional_data: { product_id: 'prd_bb' } })
    expect(await sold()).toEqual(['prd_aa'])
  })
})
