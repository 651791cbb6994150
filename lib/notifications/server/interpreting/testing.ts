import 'server-only'
import { beforeEach } from 'vitest'
import { sql } from 'drizzle-orm'
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
import type { ActorContext } from '../../../core/server/context'

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

/** For tests: transactions that refer to others. Each test begins with none. */
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

const shopText = (shopId: string) => sql`replace(t::text, ${shopId}, 'shop')`

/** For tests: everything that processing wrote for a shop, without when it did. */
export async function dump({ engine: { db }, shop }: Pick<ActorContext, 'engine' | 'shop'>) {
  const all: Record<string, unknown[]> = {}
  const put = async (name: string, query: ReturnType<typeof sql>) => {
    const { rows } = await db.execute(query)
    all[name] = rows
  }
  await put(
    'notifications',
    sql`SELECT id, kind, uid, parent_uid, status, type, message, amount, currency, description, tracking_id, email,
      card_brand, card_last_4, test, transaction_at, payment_token, keys, search, search_personal, search_terms,
      checkout_id, checkout_link, product_id, product_link, duplicate_of, processed_at IS NOT NULL AS done
      FROM notifications WHERE shop_id = ${shop.id} ORDER BY id`,
  )
  for (const table of [
    'transaction_states',
    'payments',
    'payment_quarters',
    'payment_four_hours',
    'payment_days',
  ])
    await put(
      table,
      sql`SELECT ${shopText(shop.id)} AS row FROM ${sql.identifier(table)} t WHERE shop_id = ${shop.id} ORDER BY 1`,
    )
  await put(
    'links',
    sql`SELECT c.email, l.notification_id, l.matched_by, l.at FROM customer_links l
      JOIN customers c ON c.shop_id = l.shop_id AND c.id = l.customer_id
      WHERE l.shop_id = ${shop.id} ORDER BY 1, 2`,
  )
  await put(
    'checkouts',
    sql`SELECT id, token, state, rests_on, paid_amount, paid_currency, difference, declines, search FROM checkouts
      WHERE shop_id = ${shop.id} ORDER BY id`,
  )
  await put(
    'confirmations',
    sql`SELECT subject, detail FROM activity WHERE shop_id = ${shop.id} AND action = 'checkout.confirmed' ORDER BY 1`,
  )
  await put(
    'forwards',
    sql`SELECT notification_id, state FROM forwarding_messages WHERE shop_id = ${shop.id} ORDER BY 1`,
  )
  await put(
    'card tokens',
    sql`SELECT t.token_end, t.brand, t.holder, t.uid, t.contracts, t.checkout_id, c.email AS customer, t.notification_id
      FROM card_tokens t LEFT JOIN customers c ON c.shop_id = t.shop_id AND c.id = t.customer_id
      WHERE t.shop_id = ${shop.id} ORDER BY t.token_end`,
  )
  await put('customers', sql`SELECT email, heard FROM customers WHERE shop_id = ${shop.id} ORDER BY email`)
  await put(
    'alerts',
    sql`SELECT kind, subject FROM alerts WHERE shop_id = ${shop.id} AND closed_at IS NULL ORDER BY 1, 2`,
  )
  return all
}
