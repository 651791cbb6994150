import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { statementsOf } from './testing'

onEachEngine('the refund of a test payment in a live shop', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const at = '2026-11-10T10:00:00Z'
  const said = { paid_at: at, created_at: at, amount: 1000 }
  const refundOf = (parent: string) => ({ ...said, type: 'refund', parent_uid: parent })

  it('is a test if its payment is one, in every comparison', async () => {
    await here.notify({ ...said, uid: 'paid', test: true })
    await here.notify({ ...refundOf('paid'), uid: 'back', test: undefined })
    const columns = 'uid,amount,currency,paid_at,type'
    const line = `back,-10.00,EUR,${at},refund`
    const marked = await there.reconcile([`${columns},mode`, `${line},test`].join('\n'), {
      columns: ['uid', 'amount', 'currency', 'time', 'type', 'test'],
    })
    expect(marked.counts).toMatchObject({ matched: 1, differing: 0 })
    const unmarked = await there.reconcile([columns, line].join('\n'))
    expect(await there.rows(unmarked.id, 'differing')).toMatchObject([
      { differences: ['test'], here: { uid: 'back', test: true } },
    ])
    expect(await there.totals(unmarked.id, 'differing')).toMatchObject([
      { there: { count: 1 }, here: { count: 0 } },
    ])
  })
})
