import { expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { loadCheckout } from '../../../checkouts/server/read'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from '../listing/list'
import { statementsOf } from './testing'

onEachEngine('a capture', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const made = opened(() => checkoutsOf(office))
  const at = '2026-11-10T10:00:00Z'
  const said = { paid_at: at, created_at: at }

  it('that only a statement reports belongs to its authorization, and can be taken back', async () => {
    const id = await made.insert({ transaction_type: 'authorization', order: { tracking_id: 'O-1' } })
    await here.notify({ ...said, uid: 'known', amount: 100 })
    await here.notify({ ...said, uid: 'auth', type: 'authorization', amount: 900, tracking_id: 'O-1' })
    const payments = async () =>
      (await listPayments(office.context, paymentListQuery.parse({ checkout_id: id }))).items
    expect(await payments()).toMatchObject([{ uid: 'auth', state: 'authorized', held: 900, paid: 0 }])
    const run = await there.recordLines([`captured,O-1,9.00,EUR,${at},capture,auth`], at)
    expect(run).toMatchObject({ counts: { recorded: 1 } })
    expect(await payments()).toMatchObject([
      { uid: 'auth', state: 'paid', difference: null, held: 900, paid: 900 },
    ])
    expect(await loadCheckout(office.engine.db, office.context.shop.id, id)).toMatchObject({ state: 'paid' })
    await there.undo(run.id)
    expect(await payments()).toMatchObject([{ uid: 'auth', state: 'authorized', held: 900, paid: 0 }])
  })

  it('pays its checkout also where nothing reports its authorization', async () => {
    const id = await made.insert({ transaction_type: 'authorization', order: { tracking_id: 'O-3' } })
    const load = () => loadCheckout(office.engine.db, office.context.shop.id, id)
    const capture = { ...said, type: 'capture', parent_uid: 'unreported', amount: 900, tracking_id: 'O-3' }
    await here.notify({ ...capture, uid: 'declined', status: 'failed' })
    expect(await load()).toMatchObject({ state: 'open', declines: 0 })
    await here.notify({ ...capture, uid: 'captured-later' })
    expect(await load()).toMatchObject({ state: 'paid', restsOn: 'signature', declines: 0, paidAmount: 900 })
  })

  it('is none where a statement’s payment refers to another payment', async () => {
    await here.notify({ ...said, uid: 'first', amount: 500 })
    await there.recordLines([`second,O-2,5.00,EUR,${at},payment,first`], at)
    const { items } = await listPayments(
      office.context,
      paymentListQuery.parse({ amount_from: '500', amount_to: '500' }),
    )
    expect(Object.fromEntries(items.map(({ uid, paid }) => [uid, paid]))).toEqual({ first: 500, second: 500 })
  })
})
