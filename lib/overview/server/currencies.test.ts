import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testDay } from '../../payments/server/ledger/testing-day'
import { testOffice } from '../../testing/office'
import { statisticsQuery } from '../schema'
import { statisticsOf } from './statistics'

onEachEngine('the currencies of a period', (kind) => {
  const office = testOffice(kind)
  const { tell } = testDay(office)

  it('are in the order of its own payments, not of those on the day after', async () => {
    await tell('p', 1, { amount: 100 })
    const at = '2026-11-21T10:00:00Z'
    for (const uid of ['q', 'r'])
      await tell(uid, 1, { amount: 100, currency: 'USD', created_at: at, updated_at: at, paid_at: at })
    const asked = (from: string, to: string) =>
      statisticsOf(
        office.context,
        statisticsQuery.parse({ period: 'custom', from, to }),
        new Date('2026-11-23T00:00:00Z'),
      )
    expect(await asked('2026-11-20', '2026-11-20')).toMatchObject({
      currency: 'EUR',
      currencies: ['EUR', 'USD'],
    })
    expect(await asked('2026-11-20', '2026-11-21')).toMatchObject({ currencies: ['USD', 'EUR'] })
  })

  it.each([
    ['east of Greenwich', 'Pacific/Auckland', '2026-11-20T10:59:00Z', '2026-11-20T11:00:00Z'],
    ['west of Greenwich', 'America/Los_Angeles', '2026-11-22T08:00:00Z', '2026-11-22T07:59:00Z'],
    ['with a quarter of an hour', 'Asia/Kathmandu', '2026-11-20T18:14:00Z', '2026-11-20T18:15:00Z'],
  ])('are those of the days in a zone %s', async (_what, zone, outside, inside) => {
    const on = (at: string, currency: string) => {
      return { amount: 100, currency, created_at: at, updated_at: at, paid_at: at }
    }
    await tell('inside', 1, on(inside, 'EUR'))
    for (const uid of ['q', 'r']) await tell(uid, 1, on(outside, 'USD'))
    const query = { period: 'custom', from: '2026-11-21', to: '2026-11-21', zone }
    const at = new Date('2026-11-25T00:00:00Z')
    expect(await statisticsOf(office.context, statisticsQuery.parse(query), at)).toMatchObject({
      currency: 'EUR',
      now: { paid: 100, payments: 1 },
    })
  })
})
