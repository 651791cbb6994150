import { beforeEach } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { notifications } from '../../../notifications/server/tables'
import { statisticsQuery } from '../../../overview/schema'
import { statisticsOf } from '../../../overview/server/statistics'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { opened } from '../../../testing/opened'
import type { testOffice } from '../../../testing/office'
import { paymentReportQuery } from '../../report'
import { paymentReportOf } from '../report/report'
import { payments, transactionStates } from '../tables'

const day = '2026-11-20'

/**
 * For a test of one day's payments in euros, empty before each test: sends them, and reads overview and report of that
 * day.
 */
export function testDay(office: ReturnType<typeof testOffice>) {
  const here = opened(() => customersOf(office))
  beforeEach(() =>
    office.clear(notifications, payments, transactionStates, paymentDays, paymentQuarters, paymentFourHours),
  )
  return {
    /** Sends a notification of a payment, by default in euros, at that minute past ten. */
    tell: (uid: string, minute: number, fields: object = {}) => {
      const at = `${day}T10:${String(minute).padStart(2, '0')}:00Z`
      return here.notify({ uid, currency: 'EUR', created_at: at, updated_at: at, paid_at: at, ...fields })
    },
    overview: () => {
      const query = statisticsQuery.parse({ period: 'custom', from: day, to: day, currency: 'EUR' })
      return statisticsOf(office.context, query, new Date('2026-11-23T00:00:00Z'))
    },
    /** The totals of the report's first currency. */
    report: async () => {
      const query = paymentReportQuery.parse({ from: day, to: day })
      return (await paymentReportOf(office.context, query)).currencies[0]?.total
    },
  }
}
