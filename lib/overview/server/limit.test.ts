import { beforeEach, expect, it } from 'vitest'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { notifications } from '../../notifications/server/tables'
import { statisticsQuery } from '../schema'
import { statisticsOf } from './statistics'
import { paymentDays, paymentFourHours, paymentQuarters } from './tables'
import { opened } from '../../testing/opened'
import { testOffice } from '../../testing/office'
import { paymentReportQuery } from '../../payments/report'
import { paymentReportOf } from '../../payments/server/report/report'
import { payments, transactionStates } from '../../payments/server/tables'

const most = Number.MAX_SAFE_INTEGER
const day = '2026-11-20'

onEachEngine('figures beyond what a number holds', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(() =>
    office.clear(notifications, payments, transactionStates, paymentDays, paymentQuarters, paymentFourHours),
  )

  const tell = (uid: string, minute: number, said: object = {}) => {
    const at = `${day}T10:${String(minute).padStart(2, '0')}:00Z`
    return here.notify({ uid, currency: 'EUR', created_at: at, updated_at: at, paid_at: at, ...said })
  }
  const overview = async () => {
    const query = statisticsQuery.parse({ period: 'custom', from: day, to: day, currency: 'EUR' })
    return statisticsOf(office.context, query, new Date('2026-11-23T00:00:00Z'))
  }
  const report = async () => {
    const query = paymentReportQuery.parse({ from: day, to: day })
    return (await paymentReportOf(office.context, query)).currencies[0]?.total
  }

  it('are those of the report, or the limit, which means that or more', async () => {
    await tell('p1', 1, { amount: most })
    await tell('p2', 2, { amount: most })
    await tell('r', 3, { type: 'refund', parent_uid: 'p1', amount: 10 })
    expect(await report()).toMatchObject({ paid: '18014398509481982', net: '18014398509481972' })
    expect((await overview()).now).toMatchObject({ paid: most, refunded: 10, net: most, average: most })
    await tell('r2', 4, { type: 'refund', parent_uid: 'p2', amount: most })
    // What is left is known exactly, although what was paid is not a number.
    expect(await report()).toMatchObject({ net: String(most - 10) })
    const { now, series, brands } = await overview()
    expect(now).toMatchObject({ paid: most, refunded: most, net: most - 10, average: most })
    expect(Math.max(...series.map(({ paid }) => paid))).toBe(most)
    expect(brands.total.paid).toBe(most)
  })
})
