import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from './list'

onEachEngine('a payment of which a repetition says more', (kind) => {
  const office = testOffice(kind)

  it('is found by that, once, and by what is the same', async () => {
    const { notify } = customersOf(office)
    const said = { uid: 'p', description: 'Garden chair', created_at: '2026-11-20T10:00:00Z' }
    await notify({ ...said, updated_at: '2026-11-20T10:00:00Z' })
    await notify({ ...said, updated_at: '2026-11-20T10:05:00Z', payment: { rrn: '812345678901' } })
    for (const q of ['812345678901', 'garden chair'])
      expect(await listPayments(office.context, paymentListQuery.parse({ q }))).toMatchObject({
        items: [{ uid: 'p' }],
        total: 1,
      })
  })
})
