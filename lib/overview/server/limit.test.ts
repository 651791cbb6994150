import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testDay } from '../../payments/server/ledger/testing-day'
import { testOffice } from '../../testing/office'

const most = Number.MAX_SAFE_INTEGER

onEachEngine('figures beyond what a number holds', (kind) => {
  const office = testOffice(kind)
  const { tell, overview, report } = testDay(office)

  it('are those of the report, or the limit, which means that or more', async () => {
    await tell('p1', 1, { amount: most })
    await tell('p2', 2, { amount: most })
    await tell('r', 3, { type: 'refund', parent_uid: 'p1', amount: 10 })
    expect(await report()).toMatchObject({ paid: '18014398509481982', net: '18014398509481972' })
    expect((await overview()).now).toMatchObject({ paid: most, refunded: 10, net: most, average: most })
    await tell('r2', 4, { type: 'refund', parent_uid: 'p2', amount: most })
    // The net is exact, although the amount paid is too large for a number.
    expect(await report()).toMatchObject({ net: String(most - 10) })
    const { now, series, brands } = await overview()
    expect(now).toMatchObject({ paid: most, refunded: most, net: most - 10, average: most })
    expect(Math.max(...series.map(({ paid }) => paid))).toBe(most)
    expect(brands.total.paid).toBe(most)
  })
})
