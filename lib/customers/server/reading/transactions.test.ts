import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { referringTransactions } from '../../../notifications/server/interpreting/testing'
import { addPaymentNote } from '../../../payments/server/detail/notes'
import { readPaymentDetail } from '../../../payments/server/detail/detail'
import { linkPayment } from '../../../payments/server/detail/link'
import { paymentExportQuery } from '../../../payments/export'
import { paymentListQuery } from '../../../payments/list'
import { exportPayments } from '../../../payments/server/listing/export'
import { listPayments } from '../../../payments/server/listing/list'
import { statementsOf } from '../../../payments/server/reconciliation/testing'
import { anonymiseCustomer } from '../anonymising/anonymise'
import { mergeCustomer, unmergeCustomer } from '../merging/merge'
import { customerListQuery } from '../../schema'
import { listCustomers } from '../listing/list'
import { customers } from '../tables'
import { customersOf } from '../testing'
import { customerDetail } from './read'
import { customerTimeline } from './timeline'

const at = '2026-11-10T10:00:00Z'

onEachEngine('a payment of a checkout that only a statement reports', (kind) => {
  const { office, here, read, checkout } = referringTransactions(kind)

  /** Records what only a statement has: `s`, of the order pl-2, unless other lines are given. */
  const record = async (
    lines = ['s,pl-2,9.00,EUR,2026-11-10T10:00:00Z,payment,'],
    context = office.context,
  ) => {
    await customersOf({ engine: office.engine, context }).notify({ uid: 'known', amount: 100, paid_at: at })
    const there = statementsOf({ ...office, context })
    const run = await there.recordLines(lines, at)
    expect(run).toMatchObject({ counts: { recorded: lines.length } })
    return { undo: () => there.undo(run.id) }
  }
  const maria = {
    first_name: 'Maria',
    last_name: 'Keller',
    email: 'maria@reader.example',
    phone: '+43 664 1234567',
  }
  const insert = async (...all: object[]) => {
    const ids = await here.insert(...all.map((one) => ({ ...one })))
    return ids as [string, string]
  }
  const list = async (query: object, context = office.context) =>
    (await listPayments(context, paymentListQuery.parse(query))).items.map(({ uid }) => uid)
  const itemOf = async (uid: string, context = office.context) =>
    (await listPayments(context, paymentListQuery.parse({}))).items.find((one) => one.uid === uid)
  const payersOf = async (uid: string) =>
    (await readPaymentDetail(office.context, uid)).customers.map(({ id }) => id)
  const paidBy = async (id: string) => {
    const { totals, last_paid_at } = await customerDetail(office.context, id)
    const { items } = await customerTimeline(office.context, id, { kind: 'payment', limit: 20 })
    return {
      totals: totals.map(({ currency, paid, payments }) => [currency, paid, payments]),
      last: last_paid_at,
      payments: items.flatMap((entry) => (entry.kind === 'payment' ? [[entry.id, entry.matched_by]] : [])),
      listed: await list({ customer_id: id }),
    }
  }
  const nothing = { totals: [], last: null, payments: [], listed: [] }
  const s = (matched_by: string) => ({
    totals: [['EUR', 900, 1]],
    last: '2026-11-10T10:00:00.000Z',
    payments: [['s', matched_by]],
    listed: ['s'],
  })

  it('is the payment of the checkout’s customer, on every page, in its own shop only', async () => {
    const other = { ...office.context, shop: await office.insertShop(`shop-${crypto.randomUUID()}`) }
    const there = customersOf({ engine: office.engine, context: other })
    const [id, somebody] = await insert(maria, { email: 'other@reader.example' })
    await there.insert({ id, email: 'elsewhere@reader.example' }, { id: somebody, email: 'x@reader.example' })
    await checkout({ amount: 900 }, { customerId: id })
    await checkoutsOf({ engine: office.engine, context: other }).insert(
      { order: { tracking_id: 'pl-2' } },
      { customerId: somebody },
    )
    await record()
    expect(await paidBy(id)).toEqual(s('tracking_id'))
    expect(await paidBy(somebody)).toEqual(nothing)
    expect(await itemOf('s')).toMatchObject({ customer: { id, name: 'Maria Keller' } })
    expect(await itemOf('s', other)).toBeUndefined()
    await record(undefined, other)
    expect(await itemOf('s', other)).toMatchObject({ customer: { id: somebody } })
    expect(await payersOf('s')).toEqual([id])
    const { items } = await listCustomers(office.context, customerListQuery.parse({ paid: 'true' }))
    expect(items).toMatchObject([{ id, last_payment: { amount: 900, currency: 'EUR', state: 'paid' } }])
    let csv = ''
    const columns = 'uid,customer_id,customer_name'
    for await (const part of exportPayments(
      office.context,
      paymentExportQuery.parse({ columns, q: maria.email }),
    ))
      csv += part
    expect(csv.trim().split('\r\n')).toEqual([columns, `s,${id},Maria Keller`])
  })

  it('is found by the customer’s values, those that a person sees masked only as a whole', async () => {
    const [id] = await insert(maria)
    await checkout({ amount: 900 }, { customerId: id })
    await record()
    const support = { ...office.context, actor: await office.insertPerson(office.context.shop.id, 'support') }
    for (const q of ['maria@reader.example', 'keller', 'Maria Keller', '664 1234567'])
      expect([q, await list({ q })]).toEqual([q, ['s']])
    for (const q of ['peter', 'ofanothershop']) expect([q, await list({ q })]).toEqual([q, []])
    expect(await list({ q: 'keller', state: 'refunded' })).toEqual([])
    for (const [q, found] of [
      ['maria@reader.example', ['s']],
      ['maria@rea', []],
      ['keller', ['s']],
    ] as const)
      expect([q, await list({ q }, support)]).toEqual([q, found])
    await office.engine.db
      .update(customers)
      .set({ firstName: null, lastName: null })
      .where(office.whereShop(customers))
    const shown = (await itemOf('s', support))?.customer?.name
    expect(shown).not.toContain('maria@')
    expect((await readPaymentDetail(support, 's')).customers).toMatchObject([{ id, name: shown }])
  })

  it('moves to the customer of another checkout that a person links it to', async () => {
    const [one, other] = await insert(maria, { email: 'peter@reader.example' })
    await checkout({ amount: 900 }, { customerId: one })
    const meant = await checkout({ tracking_id: 'x' }, { customerId: other })
    await record()
    await linkPayment(office.context, 's', { checkout_id: meant })
    expect(await paidBy(one)).toEqual(nothing)
    expect(await paidBy(other)).toEqual(s('hand'))
    await linkPayment(office.context, 's', { checkout_id: null })
    expect(await paidBy(other)).toEqual(nothing)
    expect(await payersOf('s')).toEqual([])
  })

  it('is the remaining customer’s after a merge, and their own again after its end', async () => {
    const [id, kept] = await insert(maria, { first_name: 'Peter', email: 'peter@reader.example' })
    await checkout({ amount: 900 }, { customerId: id })
    await record()
    await mergeCustomer(office.context, kept, id)
    expect(await paidBy(kept)).toEqual(s('tracking_id'))
    expect(await payersOf('s')).toEqual([kept])
    for (const q of ['maria@reader.example', 'peter']) expect(await list({ q })).toEqual(['s'])
    await unmergeCustomer(office.context, kept, id)
    expect(await paidBy(kept)).toEqual(nothing)
    expect(await paidBy(id)).toEqual(s('tracking_id'))
    expect(await list({ q: 'peter' })).toEqual([])
  })

  it('no longer names an anonymised customer, nor does a later notification', async () => {
    const [id] = await insert(maria)
    await checkout({ amount: 900, tracking_id: 'x' }, { customerId: id })
    const meant = await checkout({ tracking_id: 'y' }, { customerId: id })
    await record(['s,x,9.00,EUR,2026-11-10T10:00:00Z,payment,', 'h,,8.00,EUR,2026-11-10T10:00:00Z,payment,'])
    await linkPayment(office.context, 'h', { checkout_id: meant })
    await addPaymentNote(office.context, 's', { text: 'Maria called' })
    await anonymiseCustomer(office.context, id)
    expect(await itemOf('s')).toMatchObject({ customer: null })
    expect(await payersOf('s')).toEqual([])
    expect(await list({ q: 'maria@reader.example' })).toEqual([])
    expect(await readPaymentDetail(office.context, 's')).toMatchObject({ notes: [{ text: '' }] })
    expect((await paidBy(id)).listed.toSorted()).toEqual(['h', 's'])
    const late = await here.notify({ uid: 'h', amount: 800, customer: { email: 'maria@reader.example' } })
    expect(await read(late)).toMatchObject({ email: null })
    expect(await list({ q: 'maria@reader.example' })).toEqual([])
  })

  it('is nobody’s once its statement is undone', async () => {
    const [id] = await insert(maria)
    await checkout({ amount: 900 }, { customerId: id })
    const statement = await record()
    await statement.undo()
    expect(await paidBy(id)).toEqual(nothing)
    expect(await list({ q: 'maria@reader.example' })).toEqual([])
  })

  it('is whose its notification says, once that decides', async () => {
    const [id, payer] = await insert(maria, { email: 'peter@reader.example' })
    await checkout({ amount: 900 }, { customerId: id })
    const statement = await record()
    const told = { uid: 's', amount: 900, paid_at: at, customer: { email: 'peter@reader.example' } }
    await here.notify({ ...told, status: 'pending' })
    expect(await payersOf('s')).toEqual([id, payer])
    expect(await paidBy(id)).toEqual(s('tracking_id'))
    expect(await paidBy(payer)).toEqual(s('email'))
    await here.notify(told)
    expect(await payersOf('s')).toEqual([payer])
    expect(await paidBy(id)).toEqual(nothing)
    expect(await paidBy(payer)).toEqual(s('email'))
    expect(await list({ q: 'maria@reader.example' })).toEqual([])
    await statement.undo()
    expect(await payersOf('s')).toEqual([payer])
  })

  it('of an earlier release dates its customer’s last payment after the upgrade', async () => {
    const { db } = office.engine
    const [id, kept] = await insert(maria, { email: 'peter@reader.example' })
    await checkout({ amount: 900 }, { customerId: id })
    await record()
    await mergeCustomer(office.context, kept, id)
    await db.update(customers).set({ lastPaidAt: null }).where(office.whereShop(customers))
    const migration = readFileSync('lib/core/server/tables/migrations/0062_statement_payers.sql', 'utf8')
    await db.execute(sql.raw('DROP INDEX transaction_states_stated'))
    await db.execute(sql.raw(migration))
    const rows = await db
      .select()
      .from(customers)
      .where(office.whereShop(customers, eq(customers.id, kept)))
    expect(rows).toMatchObject([{ lastPaidAt: new Date(at) }])
    expect(await paidBy(id)).toEqual(s('tracking_id'))
  })
})
