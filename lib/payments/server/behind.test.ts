import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { processNotification } from '../../notifications/server/interpreting/process'
import { notifications } from '../../notifications/server/tables'
import { statisticsQuery } from '../../overview/schema'
import { statisticsOf } from '../../overview/server/statistics'
import { testOffice } from '../../testing/office'
import { paymentListQuery } from '../list'
import { paymentReportQuery } from '../report'
import { listPayments } from './listing/list'
import { paymentReportOf } from './report/report'
import { notificationOf } from './testing'

onEachEngine('how far payments are behind', (kind) => {
  const office = testOffice(kind)

  it('is said by the list, the report and the overview', async () => {
    const { context, engine } = office
    const said = async () => {
      const answers = await Promise.all([
        listPayments(context, paymentListQuery.parse({})),
        paymentReportOf(context, paymentReportQuery.parse({})),
        statisticsOf(context, statisticsQuery.parse({})),
      ])
      return answers.map(({ behind }) => behind)
    }
    expect(await said()).toEqual([null, null, null])
    const receivedAt = new Date(Date.now() - 60_000)
    const waiting = notificationOf(context.shop.id, { uid: 'waits' }, { isProcessed: false, receivedAt })
    await engine.db.insert(notifications).values(waiting)
    const behind = { notifications: 1, exact: true, since: receivedAt.toISOString() }
    expect(await said()).toEqual([behind, behind, behind])
    await processNotification(context, waiting.id)
    expect(await said()).toEqual([null, null, null])
  })
})
