import { beforeEach, expect, it } from 'vitest'
import { listAlerts } from '../../../alerts/server/list'
import { activity } from '../../../core/server/tables/requests'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { referringTransactions } from '../../../notifications/server/interpreting/testing'
import { linkByHand } from '../../../notifications/server/linking/link'
import { readNotificationDetail } from '../../../notifications/server/reading/read'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import { paymentListQuery } from '../../list'
import { listPayments } from '../listing/list'
import { statementsOf } from '../reconciliation/testing'
import { readPaymentDetail } from './detail'
import { linkPayment } from './link'

const at = '2026-11-10T10:00:00Z'

onEachEngine('a payment that only a statement reports', (kind) => {
  const { office, here, read, readCheckout, checkout } = referringTransactions(kind)

  /** Records what only a statement has. */
  const record = async (lines: string[], context = office.context) => {
    await customersOf({ engine: office.engine, context }).notify({ uid: 'known', amount: 100, paid_at: at })
    const there = statementsOf({ ...office, context })
    const run = await there.recordLines(lines, at)
    expect(run).toMatchObject({ counts: { recorded: lines.length } })
    return { undo: () => there.undo(run.id) }
  }
  const line = (uid: string, order = '') => `${uid},${order},9.00,EUR,${at},payment,`
  const list = async (query: object, context = office.context) =>
    (await listPayments(context, paymentListQuery.parse(query))).items.map(({ uid }) => uid)
  const link = (uid: string, body: Parameters<typeof linkPayment>[2]) =>
    linkPayment(office.context, uid, body)

  beforeEach(() => office.clear(activity))

  it('is linked to a checkout and a product, and to nothing, in its own shop only', async () => {
    const other = { ...office.context, shop: await office.insertShop(`shop-${crypto.randomUUID()}`) }
    await record([line('s')], other)
    await record([line('s')])
    const meant = await checkout()
    await mirrorProducts(
      office.engine.db,
      office.context.shop.id,
      [{ id: 'prd_aa', name: 'Chair' }],
      new Date(),
    )
    expect(await list({ unlinked: true })).toContain('s')
    expect(await link('s', { checkout_id: meant })).toMatchObject({
      checkout: { id: meant, state: 'paid' },
      checkout_link: 'hand',
      product: null,
    })
    expect(await readCheckout(meant)).toMatchObject({ state: 'paid', transactions: [{ uid: 's' }] })
    expect(await list({ unlinked: true })).not.toContain('s')
    // A missing field stays.
    expect(await link('s', { product_id: 'prd_aa' })).toMatchObject({
      checkout: { id: meant },
      product: { id: 'prd_aa' },
    })
    expect(await list({ product_id: 'prd_aa' })).toEqual(['s'])
    expect(await link('s', { checkout_id: null, product_id: null })).toMatchObject({
      checkout: null,
      product: null,
    })
    expect(await readCheckout(meant)).toMatchObject({ state: 'open', transactions: [] })
    expect(await readPaymentDetail(other, 's')).toMatchObject({ checkout: null, checkout_link: null })
    await expect(linkPayment(other, 's', { checkout_id: meant })).rejects.toMatchObject({ code: 'invalid' })
    expect(await list({ unlinked: true }, other)).toContain('s')
    const entries = await office.engine.db
      .select()
      .from(activity)
      .where(office.whereShop(activity))
      .orderBy(activity.id)
    expect(entries.filter(({ action }) => action.endsWith('.linked'))).toMatchObject([
      { action: 'payment.linked', subject: 's', detail: { checkout_id: meant } },
      { action: 'payment.linked', subject: 's', detail: { product_id: 'prd_aa' } },
      { action: 'payment.linked', subject: 's', detail: { checkout_id: null, product_id: null } },
    ])
  })

  it('leaves the checkout that the statement named, and its alert', async () => {
    const [named, right] = [
      await checkout({ amount: 900 }),
      await checkout({ tracking_id: 'x', amount: 1000 }),
    ]
    await record([line('s', 'pl-2')])
    expect(await readCheckout(named)).toMatchObject({ state: 'paid' })
    expect(await link('s', { checkout_id: right })).toMatchObject({
      state: 'differs',
      difference: 'too_little',
    })
    expect(await readCheckout(named)).toMatchObject({ state: 'open' })
    expect((await listAlerts(office.context)).open).toMatchObject([{ kind: 'payment_differs' }])
    await link('s', { checkout_id: null })
    expect((await listAlerts(office.context)).open).toEqual([])
  })

  it('is not linked to a customer, nor to records that do not exist, and nothing is half done', async () => {
    const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
    await record([line('s')])
    const meant = await checkout()
    await expect(link('s', { checkout_id: meant, customer_id: maria })).rejects.toMatchObject({
      errors: { customer_id: ['no_notification'] },
    })
    await expect(link('s', { product_id: 'prd_zz' })).rejects.toMatchObject({ code: 'invalid' })
    await expect(link('missing', { checkout_id: meant })).rejects.toMatchObject({ code: 'not_found' })
    expect(await readPaymentDetail(office.context, 's')).toMatchObject({ checkout: null })
    expect(await link('s', { customer_id: null })).toMatchObject({ customers: [] })
  })

  it('keeps its links when notifications of it and of its refunds arrive', async () => {
    const [named, meant] = [await checkout(), await checkout({ tracking_id: 'other' })]
    const back = await here.notify({ uid: 'r', type: 'refund', parent_uid: 's', amount: 100 })
    await record([line('s', 'pl-2')])
    await link('r', { checkout_id: meant })
    expect(await read(back)).toMatchObject({ checkout: { id: meant, link: 'parent' } })
    const later = await here.notify({ uid: 'r2', type: 'refund', parent_uid: 's', amount: 100 })
    expect(await read(later)).toMatchObject({ checkout: { id: meant, link: 'parent' } })
    const paid = await here.notify({ uid: 's', amount: 900, tracking_id: 'pl-2' })
    expect(await read(paid)).toMatchObject({ checkout: { id: meant, link: 'hand' } })
    expect(await readPaymentDetail(office.context, 's')).toMatchObject({
      authenticity: 'signature',
      checkout: { id: meant },
      checkout_link: 'hand',
    })
    expect(await readCheckout(meant)).toMatchObject({ state: 'partly_refunded' })
    expect(await readCheckout(named)).toMatchObject({ state: 'open' })
  })

  it('loses its links with the statement, and a notification that came meanwhile keeps them', async () => {
    const [one, other] = [await checkout(), await checkout({ tracking_id: 'other' })]
    const statement = await record([line('s'), line('t')])
    await link('s', { checkout_id: one })
    await link('t', { checkout_id: other })
    const begun = await here.notify({ uid: 't', status: 'pending', amount: 900 })
    expect(await read(begun)).toMatchObject({ checkout: { id: other, link: 'hand' } })
    await statement.undo()
    expect(await readCheckout(one)).toMatchObject({ state: 'open', transactions: [] })
    expect(await readPaymentDetail(office.context, 't')).toMatchObject({
      state: 'waiting',
      checkout: { id: other },
      checkout_link: 'hand',
    })
  })

  it.each(['before', 'after'])(
    'leaves a refund that came %s the link, and what refers to that, when its statement is undone',
    async (when) => {
      const other = { ...office.context, shop: await office.insertShop(`shop-${crypto.randomUUID()}`) }
      const elsewhere = customersOf({ engine: office.engine, context: other })
      const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
      const meant = await checkout({ tracking_id: 'other' }, { customerId: maria })
      const named = await checkout()
      await mirrorProducts(
        office.engine.db,
        office.context.shop.id,
        [{ id: 'prd_aa', name: 'Chair' }],
        new Date(),
      )
      const statement = await record([line('s'), line('t')])
      const refund = { uid: 'r', type: 'refund', parent_uid: 's', amount: 100 }
      const arrive = async () => [
        await here.notify(refund),
        await here.notify({ uid: 'c', type: 'chargeback', parent_uid: 'r', amount: 100 }),
        await here.notify({
          ...refund,
          uid: 'r2',
          parent_transaction: { uid: 's', tracking_id: 'pl-2', amount: 900 },
        }),
      ]
      const early = when === 'before' ? await arrive() : []
      await link('s', { checkout_id: meant, product_id: 'prd_aa' })
      const [back = '', charged = '', naming = ''] = when === 'before' ? early : await arrive()
      const there = await elsewhere.notify(refund)
      for (const id of [back, charged, naming])
        expect(await read(id)).toMatchObject({
          checkout: { id: meant, link: 'parent' },
          product: { id: 'prd_aa', link: 'parent' },
          customers: [{ id: maria }],
        })
      expect(await readCheckout(meant)).toMatchObject({ state: 'disputed' })
      await statement.undo()
      for (const id of [back, charged])
        expect(await read(id)).toMatchObject({ checkout: null, product: null, customers: [] })
      expect(await read(naming)).toMatchObject({
        checkout: { id: named, link: 'parent' },
        product: null,
        customers: [],
      })
      expect(await readCheckout(meant)).toMatchObject({ state: 'open', transactions: [], payments: [] })
      expect(await readPaymentDetail(office.context, 'r')).toMatchObject({
        checkout: null,
        product: null,
        customers: [],
      })
      expect(await readNotificationDetail(other, there)).toMatchObject({ checkout: null, product: null })
    },
  )

  it('has the links of its notifications once there are any', async () => {
    const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
    const meant = await checkout()
    const begun = await here.notify({ uid: 's', status: 'pending', amount: 900 })
    const paid = await here.notify({ uid: 's', amount: 900 })
    expect(await link('s', { checkout_id: meant, customer_id: maria })).toMatchObject({
      checkout: { id: meant },
      customers: [{ id: maria }],
    })
    for (const id of [begun, paid])
      expect(await read(id)).toMatchObject({
        checkout: { id: meant, link: 'hand' },
        customers: [{ id: maria, matched_by: 'hand' }],
      })
    await linkByHand(office.context, begun, { checkout_id: null })
    expect(await readPaymentDetail(office.context, 's')).toMatchObject({ checkout: null })
  })
})
