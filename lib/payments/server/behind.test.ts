import { v7 } from 'uuid'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { processNotification } from '../../notifications/server/interpreting/process'
import { notifications } from '../../notifications/server/tables'
import { statisticsQuery } from '../../overview/schema'
import { countedShops } from '../../overview/server/tables'
import { statisticsOf } from '../../overview/server/statistics'
import { testOffice } from '../../testing/office'
import { paymentListQuery } from '../list'
import { paymentReportQuery } from '../report'
import { listPayments } from './listing/list'
import { paymentReportOf } from './report/report'
import { notificationOf } from './testing'

onEachEngine('how far payments are behind', (kind) => {
  const office = testOffice(kind)

  const answers = () =>
    Promise.all([
      listPayments(office.context, paymentListQuery.parse({})),
      paymentReportOf(office.context, paymentReportQuery.parse({})),
      statisticsOf(office.context, statisticsQuery.parse({})),
    ])

  it('is said by the list, the report and the overview', async () => {
    const { context, engine } = office
    const said = async () => (await answers()).map(({ behind }) => behind)
    expect(await said()).toEqual([null, null, null])
    const receivedAt = new Date(Date.now() - 60_000)
    const waiting = notificationOf(context.shop.id, { uid: 'waits' }, { isProcessed: false, receivedAt })
    await engine.db.insert(notifications).values(waiting)
    const behind = { notifications: 1, exact: true, since: receivedAt.toISOString() }
    expect(await said()).toEqual([behind, behind, behind])
    await processNotification(context, waiting.id)
    expect(await said()).toEqual([null, null, null])
  })

  it('is said by each while what was received earlier is counted', async () => {
    const { db } = office.engine
    const said = async () => (await answers()).map(({ counting }) => counting)
    expect(await said()).toEqual([null, null, null])
    const { id: shopId } = office.context.shop
    await db.insert(countedShops).values({ shopId })
    const begun = { through: null }
    expect(await said()).toEqual([begun, begun, begun])
    const through = new Date('2026-11-27T10:00:00.123Z')
    const after = v7({ msecs: through.valueOf() })
    await db.update(countedShops).set({ after }).where(office.whereShop(countedShops))
    const half = { through: through.toISOString() }
    expect(await said()).toEqual([half, half, half])
    await db.update(countedShops).set({ doneAt: new Date() }).where(office.whereShop(countedShops))
    expect(await said()).toEqual([null, null, null])
  })
})
