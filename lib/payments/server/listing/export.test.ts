import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentExportQuery } from '../../export'
import { paymentListQuery } from '../../list'
import { payments } from '../tables'
import { exportPayments } from './export'
import { listPayments } from './list'

onEachEngine('the export of payments', (kind) => {
  const office = testOffice(kind)

  it('says what the list says a payment is for', async () => {
    const asked = { tracking_id: 'order-1', additional_data: { contract: ['recurring'] } }
    const order = { amount: 900, currency: 'EUR', description: 'Two chairs', ...asked }
    const id = await checkoutsOf(office).insert({ order })
    const payment = { type: 'payment', status: 'successful', amount: 900, currency: 'EUR' }
    const told = { additional_data: { contract: ['recurring', 'credit'] } }
    await customersOf(office).notify({ ...payment, ...told, uid: 'chairs', tracking_id: 'order-1' })
    const { items } = await listPayments(office.context, paymentListQuery.parse({}))
    const shown = {
      description: null,
      checkout_description: 'Two chairs',
      contracts: ['recurring', 'credit'],
    }
    expect(items).toMatchObject([{ uid: 'chairs', ...shown }])
    const columns = 'uid,description,checkout_id,checkout_description,contract'
    let text = ''
    for await (const part of exportPayments(office.context, paymentExportQuery.parse({ columns })))
      text += part
    expect(text.trim().split('\r\n')).toEqual([columns, `chairs,,${id},Two chairs,recurring credit`])
  })

  it('has each payment once, also those that change meanwhile', async () => {
    await office.clear(payments)
    const { db } = office.engine
    await db.execute(sql`
      INSERT INTO ${payments} (shop_id, uid, state, type, at, heard_at, state_at, authenticity, currency, tried, held,
        paid, refunded, charged_back)
      SELECT ${office.context.shop.id}, 'p' || n, 'paid', 'payment', now() - make_interval(mins => n), now(), now(),
        'signature', 'EUR', 100, 0, 100, 0, 0 FROM generate_series(1, 1100) n`)
    const move = (uid: string, at: Date) =>
      db
        .update(payments)
        .set({ at })
        .where(office.whereShop(payments, eq(payments.uid, uid)))
    const uids: string[] = []
    for await (const part of exportPayments(office.context, paymentExportQuery.parse({ columns: 'uid' }))) {
      if (uids.length < 1000 && part.includes('p1000')) {
        await move('p1', new Date(0))
        await move('p1050', new Date())
      }
      uids.push(...part.split('\r\n').filter((line) => line.startsWith('p')))
    }
    expect(uids).toHaveLength(1100)
    expect(new Set(uids).size).toBe(1100)
  })
})
