import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentReportExportQuery } from '../../report'
import { exportPaymentReport } from './report'

onEachEngine('the file of the report', (kind) => {
  const office = testOffice(kind)
  const period = { from: '2026-11-01', to: '2026-11-30' }
  const file = async (columns: string | undefined, mode: 'live' | 'test' = 'live') => {
    const query = paymentReportExportQuery.parse({ ...period, columns })
    const context = { ...office.context, shop: { ...office.context.shop, mode } }
    let text = ''
    for await (const part of exportPaymentReport(context, query)) text += part
    return text.trim().split('\r\n').slice(1)
  }

  beforeAll(async () => {
    const { notify } = customersOf(office)
    const said = { status: 'successful', type: 'payment', currency: 'EUR' }
    await notify({ ...said, uid: 'real', amount: 500, paid_at: '2026-11-20T10:00:00Z' })
    await notify({ ...said, uid: 'try', amount: 99, paid_at: '2026-11-21T10:00:00Z', test: true })
  })

  it('has tests apart, each line of them marked', async () => {
    expect(await file('currency,from,to,payments,paid,failed,net,test')).toEqual([
      'EUR,2026-11-20,2026-11-20,1,5.00,0,5.00,false',
      'EUR,2026-11-01,2026-11-30,1,0.99,,,true',
    ])
  })

  it('has no tests where nothing would mark them', async () => {
    expect(await file('from,paid')).toEqual(['2026-11-20,5.00'])
  })

  it('has no tests unless they are asked for', async () => {
    const lines = await file(undefined)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^EUR,2026-11-20,2026-11-20,1,5\.00,/)
  })

  it('is all of tests in a shop that brings no money', async () => {
    expect(await file('from,paid,test', 'test')).toEqual(['2026-11-20,5.00,true'])
  })
})
