import { beforeEach, expect, it } from 'vitest'
import { checkouts } from '../../../checkouts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { opened } from '@/lib/testing/opened'
import { activity } from '../../../core/server/tables/requests'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { payments, transactionStates } from '../../../payments/server/tables'
import { testOffice } from '../../../testing/office'
import { timelineQuery, type TimelineEntry } from '../../schema'
import { changeCustomer, addNote } from '../create'
import { mergeCustomer, unmergeCustomer } from '../merging/merge'
import { revealCustomer, customerDetail } from './read'
import { customerLinks, customerNotes, customers } from '../tables'
import { customersOf } from '../testing'
import { customerTimeline } from './timeline'

const maria = {
  first_name: 'Maria',
  email: 'maria@reader.example',
  external_id: 'c-1',
  phone: '+49 171 2345678',
}

onEachEngine('what happened to a customer from notifications and from people', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    for (const table of [
      customerLinks,
      customerNotes,
      notifications,
      payments,
      transactionStates,
      checkouts,
      customers,
      activity,
    ])
      // prettier-ignore
      await office.clear(table)
  })

  const detail = (id: string) => customerDetail(office.context, id)
  const page = (id: string, query: Record<string, unknown> = {}) =>
    customerTimeline(office.context, id, timelineQuery.parse(query))
  const entries = async (id: string, query: Record<string, unknown> = {}) => (await page(id, query)).items
  const said = (entry: TimelineEntry) => {
    if (entry.kind === 'checkout') return entry.state
    return entry.kind === 'payment' ? entry.matched_by : entry.kind === 'note' ? entry.text : entry.action
  }

  it('has the checkouts made for them, with current states and payments', async () => {
    const [id = ''] = await here.insert(maria)
    const { insert } = checkoutsOf(office)
    const made = await insert({ order: { tracking_id: 'k-1' } }, { customerId: id })
    const over = new Date(Date.now() - 1000)
    await insert({}, { customerId: id, expiresAt: over, createdAt: over })
    await insert({ customer: { email: maria.email } })
    expect(await entries(id, { kind: 'checkout' })).toMatchObject([
      { kind: 'checkout', id: made, state: 'open', amount: 900, tracking_id: 'k-1', by: 'owner' },
      { state: 'expired' },
    ])
    const vendor = { name: 'CTP', token: `token-${made}` }
    const pay = (more: object = {}) =>
      here.notify({ additional_data: { vendor }, customer: { email: 'else@x.example' }, ...more })
    const paid = await pay()
    expect(await entries(id, { kind: 'payment' })).toMatchObject([
      { notification_id: paid, matched_by: 'payment_token', state: 'differs', difference: 'too_little' },
    ])
    expect((await entries(id, { kind: 'checkout' }))[0]).toMatchObject({ id: made, state: 'differs' })
    await pay({ amount: 900 })
    expect((await entries(id, { kind: 'checkout' }))[0]).toMatchObject({ id: made, state: 'paid' })
  })

  it.each([
    ['e-mail, whatever its case', { customer: { email: 'MARIA@Reader.example' } }, 'email'],
    ['external ID', { customer: { external_id: 'c-1' } }, 'external_id'],
    ['external ID beside the address', { billing_address: { external_id: 'c-1' } }, 'external_id'],
    ['tracking ID', { tracking_id: 'order 7; c-1' }, 'tracking_id'],
    ['several, the strongest first', { customer: { email: maria.email }, tracking_id: 'c-1' }, 'email'],
  ])('matches a payment by %s, whichever was known first', async (_what, transaction, matched_by) => {
    const [id = ''] = await here.insert(maria)
    const first = await here.notify(transaction)
    expect(await entries(id)).toMatchObject([
      {
        kind: 'payment',
        notification_id: first,
        matched_by,
        authenticity: 'signature',
        paid: 500,
        currency: 'EUR',
      },
    ])
    await office.clear(customers)
    await office.clear(customerLinks)
    const [later = ''] = await here.insert(maria)
    expect((await entries(later)).map(said)).toEqual([matched_by])
    const [{ lastPaidAt } = { lastPaidAt: null }] = await office.engine.db
      .select()
      .from(customers)
      .where(office.whereShop(customers))
    expect(lastPaidAt).not.toBeNull()
    await here.insert({ ...maria, id: later, city: 'Halle' })
    expect(await entries(later)).toHaveLength(1)
  })

  it('matches nothing that is not trusted, of another shop, or that too many share', async () => {
    const [id = ''] = await here.insert(maria)
    await here.notify({ customer: { email: maria.email } }, 'unverified')
    await here.notify({ customer: { email: 'other@reader.example' }, tracking_id: 'c-11' })
    await here.notify({ customer: { email: '' }, tracking_id: ';;' })
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    const elsewhere = customersOf({ ...office, context: { ...office.context, shop } })
    await elsewhere.notify({ customer: { email: maria.email } })
    expect(await entries(id)).toEqual([])
    const shared = Array.from({ length: 21 }, () => ({ email: 'none@shop.example' }))
    const [one = ''] = await here.insert(...shared)
    await here.notify({ customer: { email: 'none@shop.example' } })
    expect(await entries(one)).toEqual([])
  })

  it('sums payments by currency, each transaction once, without tests', async () => {
    const [id = ''] = await here.insert(maria)
    const paid = (more: Record<string, unknown>) => here.notify({ customer: { email: maria.email }, ...more })
    await paid({ uid: 'a', status: 'incomplete' })
    await paid({ uid: 'a', amount: 700 })
    await paid({ uid: 'b', amount: 50, type: 'capture' })
    await paid({ uid: 'c', amount: 9, currency: 'USD' })
    await paid({ uid: 'd', status: 'failed' })
    await paid({ uid: 'e', test: true })
    await paid({ uid: 'f', type: 'authorization' })
    await paid({ uid: 'g', type: 'refund', amount: 50 })
    await paid({ uid: 'h', currency: 'PLN', amount: Number.MAX_SAFE_INTEGER })
    await paid({ uid: 'i', currency: 'PLN', amount: Number.MAX_SAFE_INTEGER })
    expect((await detail(id)).totals).toEqual([
        { currency: 'EUR', paid: 750, payments: 2, failed: 1, refunded: 50, refunds: 1, charged_back: 0, chargebacks: 0, net: 700 },
        { currency: 'PLN', paid: Number.MAX_SAFE_INTEGER, payments: 2, failed: 0, refunded: 0, refunds: 0, charged_back: 0, chargebacks: 0, net: Number.MAX_SAFE_INTEGER },
        { currency: 'USD', paid: 9, payments: 1, failed: 0, refunded: 0, refunds: 0, charged_back: 0, chargebacks: 0, net: 9 },
      ]) // prettier-ignore
    expect((await entries(id)).filter(({ kind: what }) => what === 'payment')).toHaveLength(9)
  })

  it('does not call a failed payment a payment', async () => {
    const [id = ''] = await here.insert(maria)
    await here.notify({ customer: { email: maria.email }, status: 'failed' })
    expect(await detail(id)).toMatchObject({ last_paid_at: null, totals: [{ paid: 0, failed: 1 }] })
  })

  it('merges payments, notes and changes, those of joined customers too, newest first and in pages', async () => {
    const [id = '', other = ''] = await here.insert(maria, { email: 'm@mail.example' })
    await here.notify({ customer: { email: maria.email } })
    await addNote(office.context, id, { text: 'called' })
    await here.notify({ customer: { email: 'm@mail.example' } })
    await changeCustomer(office.context, other, { labels: ['VIP'] })
    await mergeCustomer(office.context, id, other)
    await addNote(office.context, id, { text: 'called again' })
    const expected = ['called again', 'customer.merged', 'customer.merged', 'customer.labelled', 'email', 'called', 'email'] // prettier-ignore
    expect((await entries(id)).map(said)).toEqual(expected)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next: Awaited<ReturnType<typeof page>> = await page(id, {
        limit: 2,
        ...(cursor ? { cursor } : {}),
      })
      seen.push(...next.items.map(said))
      cursor = next.next_cursor
    } while (cursor)
    expect(seen).toEqual(expected)
    expect((await entries(id, { kind: 'note' })).map(said)).toEqual(['called again', 'called'])
    const [first] = await entries(id)
    expect(first).toMatchObject({ customer_id: id, by: 'owner' })
    expect((await entries(other)).map(said)).toEqual(['customer.merged', 'customer.labelled', 'email'])
    expect(await page('cst_none')).toEqual({ items: [], next_cursor: null })
    await expect(page(id, { cursor: 'x' })).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('records who viewed personal data, but not the data', async () => {
    const [id = ''] = await here.insert(maria)
    const actor = await office.insertPerson(office.context.shop.id, 'support')
    const support = { ...office.context, actor }
    expect(await customerDetail(support, id)).toMatchObject({
      email: 'm•••@reader.example',
      phone: '•••78',
    })
    expect(await revealCustomer(support, id)).toMatchObject({ email: maria.email, phone: maria.phone })
    const [row] = await office.engine.db.select().from(activity).where(office.whereShop(activity))
    expect(row).toMatchObject({
      action: 'customer.revealed',
      subject: id,
      actorId: actor.userId,
      detail: {},
    })
    await expect(revealCustomer(support, 'cst_none')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says by what a payment is theirs once a correction that matched it is taken back', async () => {
    const [id = ''] = await here.insert(maria)
    const change = (email: string | null) => changeCustomer(office.context, id, { contact: { email } })
    await change('other@reader.example')
    await here.notify({ customer: { email: 'other@reader.example' }, tracking_id: 'c-1' })
    expect((await entries(id, { kind: 'payment' })).map(said)).toEqual(['email'])
    await change(null)
    expect((await entries(id, { kind: 'payment' })).map(said)).toEqual(['tracking_id'])
  })

  it('finds payments by a corrected e-mail address until the correction is taken back', async () => {
    const [id = ''] = await here.insert(maria)
    await here.notify({ customer: { email: 'new@reader.example' } })
    const change = (email: string | null) => changeCustomer(office.context, id, { contact: { email } })
    expect(await change('New@reader.example')).toMatchObject({
      contact: { email: 'New@reader.example' },
      last_paid_at: expect.any(String),
    })
    expect((await entries(id)).map(said).toSorted()).toEqual(['customer.corrected', 'email'])
    expect(await change(null)).toMatchObject({ contact: {}, last_paid_at: null })
    const rows = await office.engine.db
      .select()
      .from(activity)
      .where(office.whereShop(activity))
      .orderBy(activity.id)
    expect(rows.map((row) => row.detail)).toEqual([{ fields: ['email'] }, { fields: ['email'] }])
  })

  it('joins customers and takes them apart again as they were', async () => {
    const [a = '', b = '', c = ''] = await here.insert(
      maria,
      { email: 'b@x.example' },
      { email: 'c@x.example' },
    )
    await here.notify({ customer: { email: 'c@x.example' } })
    await mergeCustomer(office.context, b, c)
    const merged = await mergeCustomer(office.context, a, b)
    expect(merged.merged.map(({ id }) => id)).toEqual([b, c])
    expect(merged).toMatchObject({ last_paid_at: expect.any(String), totals: [{ paid: 500 }] })
    for (const [id, other] of [
      [a, b],
      [c, a],
      [b, a],
      [a, a],
      [a, c],
    ] as const)
      // prettier-ignore
      await expect(mergeCustomer(office.context, id, other)).rejects.toMatchObject({ code: 'conflict' })
    await expect(mergeCustomer(office.context, a, 'cst_none')).rejects.toMatchObject({ code: 'not_found' })
    await expect(unmergeCustomer(office.context, b, a)).rejects.toMatchObject({ code: 'conflict' })
    expect(await unmergeCustomer(office.context, a, b)).toMatchObject({
      merged: [],
      last_paid_at: null,
      totals: [],
    })
    expect(await detail(b)).toMatchObject({ merged: [{ id: c }], last_paid_at: expect.any(String) })
    const rows = await office.engine.db
      .select()
      .from(activity)
      .where(office.whereShop(activity))
      .orderBy(activity.id)
    expect(rows.filter(({ action }) => action === 'customer.unmerged')).toMatchObject([
      { subject: a, detail: { kept: a, other: b } },
      { subject: b, detail: { kept: a, other: b } },
    ])
  })
})
