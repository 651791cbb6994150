import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { linkEarlierNotifications } from '../../../checkouts/server/earlier'
import { totalsOf } from '../../../customers/server/reading/read'
import { customersOf } from '../../../customers/server/testing'
import { testEngines } from '../../../db/testing'
import { paymentQuarters } from '../../../overview/server/tables'
import { payments, transactionStates } from '../../../payments/server/tables'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import { linkByHand } from '../linking/link'
import { processMany, processNotification } from './process'
import { readNotificationDetail } from '../reading/read'
import { replayNotification } from './replay'
import { notifications } from '../tables'
import { chargeback, paid, referringTransactions, refund } from './testing'

describe.each(testEngines)('what refers to another transaction, on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('when it is worked out', () => {
    const { office, here, read, readCheckout, checkout, vendor } = referringTransactions(kind)

    it('is told with it, both ways, and with what else refers to that', async () => {
      const payment = await here.notify(paid)
      const back = await here.notify(refund)
      const charged = await here.notify(chargeback)
      await here.notify({ uid: 'else', parent_uid: 'another' })
      const uids = async (id: string) => (await read(id)).transaction.map(({ uid }) => uid)
      // Sorted by their own time. The chargeback has none.
      for (const id of [payment, back, charged]) expect(await uids(id)).toEqual(['paid', 'back', 'c'])
      expect(await read(back)).toMatchObject({ parent: { uid: 'paid', id: payment } })
      expect(await read(payment)).toMatchObject({ parent: null })
    })

    it('says so where nothing is known of that, and never refers to itself', async () => {
      const back = await here.notify(refund)
      expect(await read(back)).toMatchObject({ parent: { uid: 'paid', id: null } })
      const round = await here.notify({ uid: 'round', parent_uid: 'round' })
      expect(await read(round)).toMatchObject({ parent: null, transaction: [{ uid: 'round' }] })
    })

    it('is about its checkout, product and customer, and takes nothing from what was paid', async () => {
      await mirrorProducts(
        office.engine.db,
        office.context.shop.id,
        [{ id: 'prd_ab12', name: 'Paper' }] as never,
        new Date(),
      )
      const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
      const made = await checkout({}, { customerId: maria })
      await here.notify({ ...paid, additional_data: { product_id: 'prd_ab12' } })
      const before = await readCheckout(made)
      expect(before).toMatchObject({ state: 'paid' })
      const back = await here.notify(refund)
      const charged = await here.notify(chargeback)
      await here.notify({ uid: 'void', parent_uid: 'paid', type: null, amount: 900 })
      await here.notify({ uid: 'refused', parent_uid: 'paid', type: 'payment', status: 'failed' })
      for (const id of [back, charged])
        expect(await read(id)).toMatchObject({
          checkout: { id: made, link: 'parent' },
          product: { id: 'prd_ab12', link: 'parent' },
          customers: [{ id: maria, matched_by: 'parent' }],
        })
      const { state, rests_on, attempts_left, transactions } = await readCheckout(made)
      expect({ state, rests_on, attempts_left }).toEqual({
        state: 'disputed',
        rests_on: before.rests_on,
        attempts_left: before.attempts_left,
      })
      expect(transactions).toHaveLength(5)
      expect(await totalsOf(office.context, [maria])).toMatchObject([
        { currency: 'EUR', paid: 900, payments: 1 },
      ])
      const quarters = await office.engine.db
        .select({
          paid: sql`sum(paid)::int`,
          payments: sql`sum(payments)::int`,
          refunded: sql`sum(refunded)::int`,
        })
        .from(paymentQuarters)
        .where(office.whereShop(paymentQuarters))
      expect(quarters).toEqual([{ paid: 900, payments: 1, refunded: 400 }])
    })

    it('makes no checkout paid that is not', async () => {
      const made = await checkout()
      const failed = await here.notify({ ...paid, status: 'failed' })
      for (const type of ['chargeback', 'refund', null, 'payment'])
        await here.notify({ ...chargeback, uid: `c-${type}`, type })
      expect(await readCheckout(made)).toMatchObject({ state: 'declined' })
      expect((await read(failed)).transaction).toHaveLength(5)
    })

    it('is found by what it says of that where nothing else is known', async () => {
      const made = await checkout()
      const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
      const charged = await here.notify({
        ...chargeback,
        amount: 300,
        parent_transaction: {
          ...chargeback.parent_transaction,
          amount: 900,
          customer: { email: 'Maria@reader.example' },
        },
      })
      expect(await read(charged)).toMatchObject({
        tracking_id: 'pl-2',
        email: 'Maria@reader.example',
        checkout: { id: made, link: 'parent' },
        customers: [{ id: maria, matched_by: 'email' }],
      })
      expect(await readCheckout(made)).toMatchObject({ state: 'open' })
    })

    it('keeps what it finds itself', async () => {
      const made = await checkout()
      const own = await checkout({ tracking_id: 'own' })
      await here.notify(paid)
      const back = await here.notify({ ...refund, ...vendor(own) })
      expect(await read(back)).toMatchObject({ checkout: { id: own, link: 'payment_token' } })
      // It is still a refund of that payment.
      expect((await readCheckout(made)).payments).toMatchObject([{ uid: 'paid', state: 'partly_refunded' }])
    })

    it('comes along where it came first, and so does what refers to that in turn', async () => {
      const [maria = ''] = await here.insert({ email: 'maria@reader.example' })
      const made = await checkout()
      const back = await here.notify({ ...refund, parent_uid: 'captured' })
      const captured = await here.notify({
        uid: 'captured',
        parent_uid: 'paid',
        type: 'capture',
        amount: 900,
      })
      for (const id of [back, captured])
        expect(await read(id)).toMatchObject({ checkout: null, customers: [] })
      await here.notify({ ...paid, type: 'authorization', customer: { email: 'maria@reader.example' } })
      for (const id of [back, captured])
        expect(await read(id)).toMatchObject({
          checkout: { id: made, link: 'parent' },
          customers: [{ id: maria, matched_by: 'parent' }],
        })
      expect(await readCheckout(made)).toMatchObject({ state: 'partly_refunded' })
      await replayNotification(office.context, back)
      expect(await read(back)).toMatchObject({ checkout: { id: made, link: 'parent' } })
    })

    it('comes along too through one that is worked out in the same batch', async () => {
      const made = await checkout()
      const moved = await here.notify({ uid: 'moved', parent_uid: 'paid', type: 'capture', amount: 900 })
      const last = await here.notify({ ...refund, uid: 'last', parent_uid: 'later' })
      const batch = [
        await here.store({ ...paid, type: 'authorization' }),
        await here.store({ ...refund, uid: 'later', parent_uid: 'moved' }),
      ]
      await processMany(office.context, batch)
      for (const id of [moved, last, ...batch]) expect((await read(id)).checkout?.id).toBe(made)
    })

    it('ends where two refer to each other', async () => {
      const first = await here.notify({ uid: 'a', parent_uid: 'b' })
      const second = await here.notify({ uid: 'b', parent_uid: 'a' })
      const made = await checkout()
      await linkByHand(office.context, first, { checkout_id: made })
      expect(await read(second)).toMatchObject({ checkout: { id: made, link: 'parent' } })
      await linkByHand(office.context, first, { checkout_id: null })
      expect(await read(second)).toMatchObject({ checkout: null })
    })

    it('follows what a person says of that, and back', async () => {
      const [maria = '', other = ''] = await here.insert({ first_name: 'Maria' }, { first_name: 'Other' })
      const made = await checkout({}, { customerId: other })
      const payment = await here.notify({ ...paid, tracking_id: null })
      const back = await here.notify(refund)
      await linkByHand(office.context, payment, { checkout_id: made, customer_id: maria })
      expect(await read(back)).toMatchObject({
        checkout: { id: made, link: 'parent' },
        customers: [
          { id: maria, matched_by: 'parent' },
          { id: other, matched_by: 'parent' },
        ],
      })
      await linkByHand(office.context, payment, { checkout_id: null, customer_id: null })
      expect(await read(back)).toMatchObject({ checkout: null, customers: [] })
      expect(await readCheckout(made)).toMatchObject({ state: 'open', transactions: [] })
    })

    it('comes along to a checkout whose payment token was not known yet', async () => {
      const made = await checkout({}, { token: null, state: 'unconfirmed', trackingIds: [] })
      await here.notify({ ...paid, ...vendor(made) })
      const back = await here.notify(refund)
      expect(await read(back)).toMatchObject({ checkout: null })
      const token = `token-${made}`
      await office.engine.db.transaction((tx) =>
        linkEarlierNotifications(tx, office.context, { checkoutId: made, token }),
      )
      expect(await read(back)).toMatchObject({ checkout: { id: made, link: 'parent' } })
      expect(await readCheckout(made)).toMatchObject({ state: 'partly_refunded' })
    })

    it('without evidence changes nothing, nor does anything take from what has none', async () => {
      const made = await checkout()
      await here.notify(paid, 'unverified')
      const back = await here.notify(refund)
      expect(await read(back)).toMatchObject({ checkout: null, customers: [], parent: { id: null } })
      await office.clear(notifications, payments, transactionStates)
      await here.notify(paid)
      const forged = await here.notify(chargeback, 'unverified')
      expect(await read(forged)).toMatchObject({ checkout: null, quarantined: true })
      await here.notify({ ...paid, status: 'completed' })
      expect(await read(forged)).toMatchObject({ checkout: null })
      expect((await readCheckout(made)).transactions).toMatchObject([{ uid: 'paid' }])
    })

    it('is not another shop’s', async () => {
      await checkout()
      await here.notify(paid)
      const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
      const context = { ...office.context, shop }
      const back = await customersOf({ ...office, context }).notify(refund)
      expect(await readNotificationDetail(context, back)).toMatchObject({
        checkout: null,
        parent: { uid: 'paid', id: null },
        transaction: [{ uid: 'back' }],
      })
    })

    it('is linked whichever of the two is worked out first, at once', async () => {
      const made = await checkout()
      for (let round = 0; round < 5; round++) {
        const uid = `at-once-${round}`
        const ids = await Promise.all([
          here.store({ ...paid, uid }),
          here.store({ ...refund, uid: `${uid}-back`, parent_uid: uid }),
          here.store({ ...refund, uid: `${uid}-again`, parent_uid: `${uid}-back` }),
        ])
        await Promise.all(ids.map((id) => processNotification(office.context, id)))
        for (const id of ids) expect((await read(id)).checkout?.id).toBe(made)
      }
    })
  })
})
