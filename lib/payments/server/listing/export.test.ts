import { expect, it } from 'vitest'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { paymentExportQuery } from '../../export'
import { paymentListQuery } from '../../list'
import { exportPayments } from './export'
import { listPayments } from './list'

onEachEngine('the export of payments', (kind) => {
  const office = testOffice(kind)

  it('says what the list says a payment is for', async () => {
    const order = { amount: 900, currency: 'EUR', description: 'Two chairs', tracking_id: 'order-1' }
    const id = await checkoutsOf(office).insert({ order })
    const payment = { type: 'payment', status: 'successful', amount: 900, currency: 'EUR' }
    await customersOf(office).notify({ ...payment, uid: 'chairs', tracking_id: 'order-1' })
    const { items } = await listPayments(office.context, paymentListQuery.parse({}))
    expect(items).toMatchObject([{ uid: 'chairs', description: null, checkout_description: 'Two chairs' }])
    const columns = 'uid,description,checkout_id,checkout_description'
    let text = ''
    for await (const part of exportPayments(office.context, paymentExportQuery.parse({ columns })))
      text += part
    expect(text.trim().split('\r\n')).toEqual([columns, `chairs,,${id},Two chairs`])
  })
})
