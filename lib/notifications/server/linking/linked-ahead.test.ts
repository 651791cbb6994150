import { beforeEach, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { readPaymentDetail } from '../../../payments/server/detail/detail'
import { linkPayment } from '../../../payments/server/detail/link'
import { statementsOf } from '../../../payments/server/reconciliation/testing'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import { referringTransactions } from '../interpreting/testing'
import { linkByHand } from './link'

const at = '2026-11-10T10:00:00Z'
const capture = { uid: 'c', type: 'capture', parent_uid: 'a', amount: 900, created_at: at }
const authorization = { uid: 'a', type: 'authorization', amount: 900, created_at: '2026-11-09T10:00:00Z' }

onEachEngine('what a person links before the payment itself is reported', (kind) => {
  const { office, here, read, readCheckout, checkout } = referringTransactions(kind)
  const link = (body: Parameters<typeof linkPayment>[2]) => linkPayment(office.context, 'a', body)
  const detail = () => readPaymentDetail(office.context, 'a')

  beforeEach(() =>
    mirrorProducts(office.engine.db, office.context.shop.id, [{ id: 'prd_aa', name: 'Chair' }], new Date()),
  )

  it('moves to the payment when its authorization arrives, in its own shop only', async () => {
    const other = { ...office.context, shop: await office.insertShop(`shop-${crypto.randomUUID()}`) }
    const elsewhere = customersOf({ engine: office.engine, context: other })
    const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
    const meant = await checkout({ tracking_id: 'other', amount: 900 }, { customerId: maria })
    await elsewhere.notify(capture)
    const captured = await here.notify(capture)
    await link({ checkout_id: meant, product_id: 'prd_aa' })
    await elsewhere.notify(authorization)
    const held = await here.notify(authorization)
    expect(await detail()).toMatchObject({
      state: 'paid',
      checkout: { id: meant },
      checkout_link: 'hand',
      product: { id: 'prd_aa' },
    })
    expect(await read(held)).toMatchObject({
      checkout: { id: meant, link: 'hand' },
      product: { id: 'prd_aa', link: 'hand' },
    })
    expect(await read(captured)).toMatchObject({
      checkout: { id: meant, link: 'parent' },
      product: { id: 'prd_aa', link: 'parent' },
      customers: [{ id: maria, matched_by: 'parent' }],
    })
    expect(await readCheckout(meant)).toMatchObject({ state: 'paid' })
    expect(await readPaymentDetail(other, 'a')).toMatchObject({ checkout: null, product: null })
    // One decision again, not two.
    await link({ checkout_id: null, product_id: null })
    expect(await read(captured)).toMatchObject({ checkout: null, product: null, customers: [] })
    expect(await readCheckout(meant)).toMatchObject({ state: 'open', transactions: [] })
  })

  it('stays the payment’s when an earlier capture arrives, and is changed as one', async () => {
    const [meant, other] = [await checkout({ tracking_id: 'other' }), await checkout({ tracking_id: 'more' })]
    const first = await here.notify(capture)
    await link({ checkout_id: meant })
    await here.notify({ ...capture, uid: 'b', created_at: '2026-11-10T09:00:00Z' })
    expect(await detail()).toMatchObject({ checkout: { id: meant }, checkout_link: 'hand' })
    await link({ checkout_id: other })
    expect(await read(first)).toMatchObject({ checkout: { id: other, link: 'hand' } })
    expect(await detail()).toMatchObject({ checkout: { id: other } })
  })

  it('is that of nothing, although the authorization names a checkout', async () => {
    const named = await checkout()
    await here.notify(capture)
    await link({ checkout_id: null })
    const held = await here.notify({ ...authorization, tracking_id: 'pl-2' })
    expect(await read(held)).toMatchObject({ checkout: null })
    expect(await detail()).toMatchObject({ checkout: null })
    expect(await readCheckout(named)).toMatchObject({ state: 'open' })
  })

  it('leaves a payment that is reported its own link', async () => {
    const [named, meant] = [await checkout(), await checkout({ tracking_id: 'other' })]
    await here.notify({ ...authorization, tracking_id: 'pl-2' })
    const captured = await here.notify(capture)
    await linkByHand(office.context, captured, { checkout_id: meant })
    await here.notify({ ...authorization, tracking_id: 'pl-2', updated_at: at })
    expect(await detail()).toMatchObject({ checkout: { id: named } })
    expect(await read(captured)).toMatchObject({ checkout: { id: meant, link: 'hand' } })
  })

  /** Links the refund of a payment that only a statement reports afterwards. */
  const linkRefund = async (id: string) => {
    await here.notify({ uid: 'known', amount: 100, paid_at: at })
    const back = await here.notify({ uid: 'r', type: 'refund', parent_uid: 'a', amount: 100 })
    await link({ checkout_id: id })
    return { back, run: await statementsOf(office).recordLines([`a,,9.00,EUR,${at},payment,`], at) }
  }

  it('is that of a payment which a statement reports, and stays when that is undone', async () => {
    const meant = await checkout({ tracking_id: 'other', amount: 900 })
    const { back, run } = await linkRefund(meant)
    expect(await detail()).toMatchObject({
      authenticity: 'signature',
      checkout: { id: meant },
      checkout_link: 'hand',
    })
    expect(await readCheckout(meant)).toMatchObject({ state: 'partly_refunded' })
    await statementsOf(office).undo(run.id)
    expect(await detail()).toMatchObject({ checkout: { id: meant }, checkout_link: 'hand' })
    expect(await read(back)).toMatchObject({ checkout: { id: meant, link: 'hand' } })
  })

  it.each(['at once', 'after a notification'])(
    'follows the payment of a statement that is linked again %s',
    async (when) => {
      const [meant, other] = [
        await checkout({ tracking_id: 'other', amount: 900 }),
        await checkout({ tracking_id: 'more', amount: 900 }),
      ]
      const { back } = await linkRefund(meant)
      if (when === 'after a notification') await here.notify({ uid: 'a', amount: 900, paid_at: at })
      await link({ checkout_id: other })
      expect(await detail()).toMatchObject({ checkout: { id: other } })
      expect(await read(back)).toMatchObject({ checkout: { id: other, link: 'parent' } })
      expect(await readCheckout(meant)).toMatchObject({ state: 'open', transactions: [] })
      expect(await readCheckout(other)).toMatchObject({ state: 'partly_refunded' })
    },
  )

  it('stays the refund’s checkout where only the product of the payment is linked', async () => {
    const meant = await checkout({ tracking_id: 'other', amount: 900 })
    const { back, run } = await linkRefund(meant)
    await link({ product_id: 'prd_aa' })
    expect(await read(back)).toMatchObject({ checkout: { id: meant, link: 'hand' } })
    await statementsOf(office).undo(run.id)
    expect(await detail()).toMatchObject({ checkout: { id: meant } })
  })

  it('leaves a refund the other link that a person gave it', async () => {
    const [meant, own] = [await checkout({ tracking_id: 'other' }), await checkout({ tracking_id: 'more' })]
    const { back } = await linkRefund(meant)
    await linkByHand(office.context, back, { checkout_id: own })
    await link({ checkout_id: null })
    expect(await detail()).toMatchObject({ checkout: null })
    expect(await read(back)).toMatchObject({ checkout: { id: own, link: 'hand' } })
  })
})
