import 'server-only'
import { beforeEach } from 'vitest'
import { checkoutDetail } from '../../../checkouts/server/read'
import { checkouts } from '../../../checkouts/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { opened } from '@/lib/testing/opened'
import { customerLinks, customers } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import type { EngineKind } from '../../../db/testing'
import { paymentDays, paymentFourHours, paymentQuarters } from '../../../overview/server/tables'
import { payments, transactionStates } from '../../../payments/server/tables'
import { products } from '../../../products/server/tables'
import { testOffice } from '../../../testing/office'
import { readNotificationDetail } from '../reading/read'
import { notifications } from '../tables'

export const paid = { uid: 'paid', amount: 900, tracking_id: 'pl-2', updated_at: '2026-11-20T10:00:00Z' }
export const refund = {
  uid: 'back',
  parent_uid: 'paid',
  type: 'refund',
  amount: 400,
  updated_at: '2026-11-21T10:00:00Z',
}
/** As documented: it names its order and its customer only in `parent_transaction`. */
export const chargeback = {
  uid: 'c',
  parent_uid: 'paid',
  type: 'chargeback',
  amount: 900,
  parent_transaction: { uid: 'paid', tracking_id: 'pl-2' },
}

/** For tests: transactions that refer to others. Each test begins without any. */
export function referringTransactions(kind: EngineKind) {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  beforeEach(async () => {
    const counts = [paymentDays, paymentQuarters, paymentFourHours, payments, transactionStates]
    await office.clear(customerLinks, notifications, checkouts, customers, products, ...counts)
  })

  const read = (id: string) => readNotificationDetail(office.context, id)
  const readCheckout = (id: string) => checkoutDetail(office.context, id)
  const checkout = (more: object = {}, row: object = {}) =>
    checkoutsOf(office).insert({ order: { tracking_id: 'pl-2', ...more } }, row)
  const vendor = (id: string) => ({ additional_data: { vendor: { name: 'CTP', token: `token-${id}` } } })
  return { office, here, read, readCheckout, checkout, vendor }
}
