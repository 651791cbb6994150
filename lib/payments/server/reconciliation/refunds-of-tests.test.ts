import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { paymentReportQuery } from '../../report'
import { listPayments } from '../listing/list'
import { paymentReportOf } from '../report/report'
import { statementsOf } from './testing'

onEachEngine('the refund of a test payment in a live shop', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const at = '2026-11-10T10:00:00Z'
  const said = { paid_at: at, created_at: at, amount: 1000 }
  const refundOf = (parent: string) => ({ ...said, type: 'refund', parent_uid: parent })

  it.each([undefined, false])('is a test if its payment is one, in every comparison: %j', async (test) => {
    const [paid, back] = [`paid-${test}`, `back-${test}`]
    await here.notify({ ...said, uid: paid, test: true })
    await here.notify({ ...refundOf(paid), uid: back, test })
    const columns = 'uid,amount,currency,paid_at,type'
    const line = `${back},-10.00,EUR,${at},refund`
    const marked = await there.reconcile([`${columns},mode`, `${line},test`].join('\n'), {
      columns: ['uid', 'amount', 'currency', 'time', 'type', 'test'],
    })
    expect(marked.counts).toMatchObject({ matched: 1, differing: 0 })
    const unmarked = await there.reconcile([columns, line].join('\n'))
    expect(await there.rows(unmarked.id, 'differing')).toMatchObject([
      { differences: ['test'], here: { uid: back, test: true } },
    ])
    expect(await there.totals(unmarked.id, 'differing')).toMatchObject([
      { there: { count: 1 }, here: { count: 0 } },
    ])
  })

  it('reduces no sums where only a statement reports it, until it is taken back', async () => {
    await here.notify({ ...said, uid: 'known', amount: 100 })
    await here.notify({ ...said, uid: 'tested', test: true })
    await here.notify({ ...said, uid: 'real' })
    const day = { from: '2026-11-10', to: '2026-11-10' }
    const refunded = async () => {
      const { currencies } = await paymentReportOf(office.context, paymentReportQuery.parse(day))
      return currencies.map(({ total }) => total.refunded)
    }
    const states = async () =>
      Object.fromEntries(
        (await listPayments(office.context, paymentListQuery.parse({}))).items.map((item) => [
          item.uid,
          item.refunded,
        ]),
      )
    const lines = [`back-1,,-10.00,EUR,${at},refund,tested`, `back-2,,-3.00,EUR,${at},refund,real`]
    const run = await there.recordLines(lines, at)
    expect(run).toMatchObject({ counts: { recorded: 2 } })
    expect(await refunded()).toEqual(['300'])
    expect(await states()).toMatchObject({ tested: 1000, real: 300 })
    await there.undo(run.id)
    expect(await refunded()).toEqual(['0'])
    expect(await states()).toMatchObject({ tested: 0, real: 0 })
  })
})
