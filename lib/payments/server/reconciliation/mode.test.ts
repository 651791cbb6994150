import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { changeShop, readConnection } from '../../../shops/server/connection/connection'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { countEarlier } from '../ledger/earlier'
import { paymentListQuery } from '../../list'
import { paymentReportQuery } from '../../report'
import { listPayments } from '../listing/list'
import { paymentReportOf } from '../report/report'
import { statementsOf } from './testing'

const at = '2026-11-10T10:00:00Z'

onEachEngine('payments that a statement of a test shop recorded', (kind) => {
  const office = testOffice(kind)
  const there = opened(() => statementsOf(office))

  /** Changes the mode as an owner does, and counts again as the job does. */
  const change = async (mode: 'test' | 'live') => {
    const { version } = await readConnection(office.context)
    await changeShop(office.context, { mode, version, accept_untested: false })
    await countEarlier(office.engine, office.context.shop.id, { until: Infinity })
  }
  const report = async (mode: 'test' | 'live') => {
    const context = { ...office.context, shop: { ...office.context.shop, mode } }
    const query = paymentReportQuery.parse({ from: '2026-11-10', to: '2026-11-10' })
    const { currencies, tests } = await paymentReportOf(context, query)
    return { paid: currencies[0]?.total.paid ?? '0', tests }
  }

  it('count as tests do: in the sums of a test shop, and apart in a live one', async () => {
    await change('test')
    const lines = [`said,10.00,EUR,${at},test`, `unsaid,5.00,EUR,${at},`, `real,3.00,EUR,${at},live`]
    const run = await there.reconcile(['uid,amount,currency,paid_at,mode', ...lines].join('\n'), {
      columns: ['uid', 'amount', 'currency', 'time', 'test'],
    })
    expect((await there.record(run.id)).counts).toMatchObject({ recorded: 3 })
    const inTest = { paid: '1800', tests: [] }
    expect(await report('test')).toEqual(inTest)
    await change('live')
    const tests = [{ currency: 'EUR', payments: 2, paid: '1500' }]
    expect(await report('live')).toEqual({ paid: '300', tests })
    const linked = {
      test: true,
      received: true,
      currency: 'EUR',
      day_from: '2026-11-10',
      day_to: '2026-11-10',
    }
    const { items } = await listPayments(office.context, paymentListQuery.parse(linked))
    expect(items.map(({ uid }) => uid).toSorted()).toEqual(['said', 'unsaid'])
    await change('test')
    expect(await report('test')).toEqual(inTest)
    const { rows } = await office.engine.db.execute<{ done: boolean }>(
      sql`SELECT done_at IS NOT NULL AS done FROM counted_shops WHERE shop_id = ${office.context.shop.id}`,
    )
    expect(rows).toEqual([{ done: true }])
  })
})
