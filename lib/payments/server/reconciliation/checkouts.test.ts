import { inArray } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { loadCheckout } from '../../../checkouts/server/read'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from '../listing/list'
import { payments } from '../tables'
import { statementsOf } from './testing'

onEachEngine('a checkout that a statement tells of with one payment of it', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const made = opened(() => checkoutsOf(office))
  const at = '2026-11-10T10:00:00Z'

  beforeAll(() => here.notify({ uid: 'known', amount: 100, paid_at: at, created_at: at }))

  const recorded = async (...lines: string[]) => {
    const run = await there.recordLines(lines, at)
    expect(run).toMatchObject({ counts: { recorded: lines.length } })
    return run.id
  }
  const paid = (order: string) => `u-${order},${order},9.00,EUR,${at},payment,`
  const list = async (query: object) =>
    (await listPayments(office.context, paymentListQuery.parse(query))).items
  const load = (id: string) => loadCheckout(office.engine.db, office.context.shop.id, id)

  it.each([
    ['paid', { state: 'paid', restsOn: 'query' }],
    ['cancelled', { state: 'cancelled', restsOn: 'query' }],
    ['declined', { state: 'declined', restsOn: 'query' }],
    ['unconfirmed', { state: 'unconfirmed', restsOn: 'nothing', token: null }],
    ['under way', { state: 'creating', restsOn: 'nothing', token: null }],
    ['open', { state: 'open', restsOn: 'nothing' }],
  ] as const)('is %s again after it was taken back', async (name, before) => {
    const id = await made.insert({ order: { tracking_id: `O-${name}` } }, before)
    const { stateAt } = await load(id)
    const run = await recorded(paid(`O-${name}`))
    expect(await load(id)).toMatchObject({ state: 'paid', restsOn: 'statement', paidAmount: 900 })
    await there.undo(run)
    expect(await load(id)).toMatchObject({ ...before, stateAt, paidAmount: null, beforeStatement: null })
  })

  it('is confirmed by a notification, and stays so when the statement is taken back', async () => {
    const id = await made.insert({ order: { tracking_id: 'O-late' } }, { state: 'unconfirmed', token: null })
    const run = await recorded(paid('O-late'))
    const reported = { tracking_id: 'O-late', amount: 900, paid_at: at, created_at: at }
    await here.notify({
      ...reported,
      uid: 'declined-before',
      status: 'failed',
      additional_data: { vendor: { token: 'the-token' } },
    })
    expect(await load(id)).toMatchObject({ state: 'paid', restsOn: 'statement', token: 'the-token' })
    await there.undo(run)
    expect(await load(id)).toMatchObject({ state: 'declined', restsOn: 'signature' })
    await here.notify({ ...reported, uid: 'u-O-late' })
    expect(await load(id)).toMatchObject({ state: 'paid', restsOn: 'signature' })
  })

  it('is no longer paid twice when the first payment is taken back and only its refund stays', async () => {
    const id = await made.insert({ order: { tracking_id: 'O-refunded' } })
    const run = await recorded(paid('O-refunded'))
    const later = { paid_at: '2026-11-12T10:00:00Z', created_at: '2026-11-12T10:00:00Z' }
    await here.notify({
      ...later,
      uid: 'refund-there',
      type: 'refund',
      parent_uid: 'u-O-refunded',
      amount: 100,
    })
    await here.notify({ ...later, uid: 'paid-here', tracking_id: 'O-refunded', amount: 900 })
    expect(await list({ q: 'paid-here' })).toMatchObject([{ state: 'differs', difference: 'paid_again' }])
    await there.undo(run)
    expect(await list({ q: 'paid-here' })).toMatchObject([{ state: 'paid', difference: null }])
    expect(await load(id)).toMatchObject({ state: 'paid', restsOn: 'signature', difference: null })
  })

  it('is not linked by a statement that a notification has overruled', async () => {
    const id = await made.insert({ order: { tracking_id: 'O-other' } })
    const run = await recorded(
      paid('O-other'),
      `u-back,,4.00,EUR,${at},refund,u-O-other`,
      `u-alone,,4.00,EUR,${at},refund,unknown`,
    )
    expect(await list({ q: 'u-back' })).toMatchObject([{ uid: 'u-O-other', refunded: 400 }])
    const reported = { paid_at: at, created_at: at }
    await here.notify({ ...reported, uid: 'u-O-other', amount: 900, tracking_id: 'another' })
    await here.notify({ ...reported, uid: 'u-back', type: 'refund', amount: 400, parent_uid: null })
    await here.notify({ ...reported, uid: 'u-alone', type: 'refund', amount: 400, parent_uid: null })
    expect(await list({ q: 'u-O-other' })).toMatchObject([{ checkout_id: null, refunded: 0 }])
    const roots = await office.engine.db
      .select({ uid: payments.uid })
      .from(payments)
      .where(office.whereShop(payments, inArray(payments.uid, ['unknown', 'u-alone'])))
    expect(roots).toEqual([{ uid: 'u-alone' }])
    expect(await load(id)).toMatchObject({ state: 'open', restsOn: 'nothing', paidAmount: null })
    await there.undo(run)
    expect(await load(id)).toMatchObject({ state: 'open', restsOn: 'nothing', paidAmount: null })
  })

  it('stays paid according to a query if a later notification reports less', async () => {
    const id = await made.insert({ order: { tracking_id: 'O-less' } }, { state: 'paid', restsOn: 'query' })
    await recorded(paid('O-less'))
    await here.notify({ uid: 'u-O-less', tracking_id: 'O-less', amount: 900, status: 'failed' })
    expect(await load(id)).toMatchObject({ state: 'paid', restsOn: 'query' })
  })
})
