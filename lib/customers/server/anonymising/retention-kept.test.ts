import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { opened } from '@/lib/testing/opened'
import { cardTokens } from '../../../card-tokens/server/tables'
import { keepOf } from '../../../card-tokens/server/testing'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { activity } from '../../../core/server/tables/requests'
import { shops } from '../../../core/server/tables/shops'
import { onEachEngine } from '../../../db/testing-engines'
import { addPaymentNote } from '../../../payments/server/detail/notes'
import { statementsOf } from '../../../payments/server/reconciliation/testing'
import { paymentNotes, transactionStates } from '../../../payments/server/tables'
import { testOffice } from '../../../testing/office'
import { customerLinks, customers } from '../tables'
import { customersOf } from '../testing'
import { retainCustomers } from './retention'

const now = new Date('2031-08-31T12:00:00Z')
/** Six months before `now`. */
const edge = '2031-02-28T12:00:00.000Z'
const before = '2031-02-28T11:59:59.999Z'
const paidAt = '2026-11-10T10:00:00Z'

onEachEngine('customers who are older than half a year', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    await office.clear(customerLinks, customers)
    await office.engine.db.update(shops).set({ retentionMonths: 6 })
  })

  const insertThree = () =>
    here.insert(
      ...[0, 1, 2].map((n) => ({ created_at: '2020-01-01T00:00:00.000Z', email: `p${n}@x.example` })),
    )
  const kept = async () => {
    const rows = await office.engine.db
      .select({ id: customers.id })
      .from(customers)
      .where(and(office.whereShop(customers), isNull(customers.anonymisedAt)))
    return rows.map(({ id }) => id)
  }

  it('are kept with a card that was stored for them in this shop within the period', async () => {
    const [stored = '', earlier = '', elsewhere = ''] = await insertThree()
    const shop = await office.insertShop(`other-${crypto.randomUUID()}`)
    const cards = [
      [office.context, stored, edge],
      [office.context, earlier, before],
      [{ ...office.context, shop }, elsewhere, edge],
    ] as const
    for (const [context, customerId, at] of cards) {
      const id = await keepOf(context, {}, { customerId, email: `${customerId}@x.example` })
      await office.engine.db
        .update(cardTokens)
        .set({ createdAt: new Date(at) })
        .where(eq(cardTokens.id, id))
    }
    await retainCustomers(office.context, { now })
    expect(await kept()).toEqual([stored])
  })

  it('are kept after a payment within the period that only a statement reports', async () => {
    const { db } = office.engine
    const [paid = '', earlier = ''] = await insertThree()
    await here.notify({ uid: 'known', amount: 100, paid_at: paidAt })
    const made = checkoutsOf(office)
    for (const [n, customerId] of [paid, earlier].entries())
      await made.insert({ order: { tracking_id: `O-${n}` } }, { customerId, createdAt: new Date(before) })
    await statementsOf(office).recordLines(
      [0, 1].map((n) => `u-${n},O-${n},9.00,EUR,${paidAt},payment,`),
      paidAt,
    )
    await db.update(activity).set({ at: new Date(before) })
    for (const [uid, time] of [
      ['u-0', edge],
      ['u-1', before],
    ] as const)
      await db
        .update(transactionStates)
        .set({ at: new Date(time) })
        .where(eq(transactionStates.uid, uid))
    await retainCustomers(office.context, { now })
    expect(await kept()).toEqual([paid])
  })

  it('are kept after a note about a payment of theirs', async () => {
    const { db } = office.engine
    const all = await insertThree()
    const uids = []
    for (const n of all.keys()) uids.push(await here.notify({ customer: { email: `p${n}@x.example` } }))
    const [refunded = '', , other = ''] = uids
    // About the refund, which is not linked to a customer directly.
    await here.notify({ uid: 'refund', type: 'refund', parent_uid: refunded, amount: 100 })
    await addPaymentNote(office.context, 'refund', { text: 'Called' })
    await addPaymentNote(office.context, other, { text: 'Called' })
    await db
      .update(customerLinks)
      .set({ at: new Date(before) })
      .where(office.whereShop(customerLinks))
    await db.update(activity).set({ at: new Date(before) })
    await db.update(paymentNotes).set({ createdAt: new Date(edge) })
    await db
      .update(paymentNotes)
      .set({ createdAt: new Date(before) })
      .where(eq(paymentNotes.uid, other))
    await retainCustomers(office.context, { now })
    expect(await kept()).toEqual([all[0]])
  })
})
