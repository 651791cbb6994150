import { expect, it } from 'vitest'
import { alerts } from '../../../alerts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { changeShop, readConnection } from '../../../shops/server/connection/connection'
import { testOffice } from '../../../testing/office'
import { payments } from '../tables'
import { countEarlier } from './earlier'

onEachEngine('payments that are counted again as the shop has another mode', (kind) => {
  const office = testOffice(kind)
  const changeTo = async (mode: 'test' | 'live') => {
    const { version } = await readConnection(office.context)
    await changeShop(office.context, { mode, version, accept_untested: false })
    await countEarlier(office.engine, office.context.shop.id, { until: Infinity })
    const [payment] = await office.engine.db.select().from(payments).where(office.whereShop(payments))
    return payment?.state
  }
  const openAlerts = async () => {
    const all = await office.engine.db.select().from(alerts).where(office.whereShop(alerts))
    return all.filter(({ closedAt }) => closedAt === null).map(({ kind: of }) => of)
  }

  it('end their alerts, and raise none about what was long ago', async () => {
    await changeTo('live')
    const id = await checkoutsOf(office).insert({ order: { amount: 1000 } })
    const vendor = { additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } }
    await customersOf(office).notify({ uid: 'p', amount: 1000, test: true, ...vendor })
    expect(await openAlerts()).toEqual(['payment_differs'])
    expect(await changeTo('test')).toBe('paid')
    expect(await openAlerts()).toEqual([])
    expect(await changeTo('live')).toBe('differs')
    expect(await openAlerts()).toEqual([])
  })
})
