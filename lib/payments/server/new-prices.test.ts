import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { alerts } from '../../alerts/server/tables'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { productReply } from '../../gateway/products/product'
import { mirrorReply } from '../../products/server/mirror/read'
import { testOffice } from '../../testing/office'
import { paymentListQuery } from '../list'
import { listPayments } from './listing/list'
import { payments } from './tables'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

onEachEngine('a price that somebody changed at the gateway', (kind) => {
  const office = testOffice(kind)
  /** Mirrors the gateway's answer: the price, and when the product last changed there. */
  const mirrored = (id: string, amount: number, { updated, asked }: { updated: number; asked: number }) =>
    mirrorReply(
      office.context,
      productReply.parse({
        id,
        name: 'Atlas',
        amount,
        currency: 'EUR',
        updated_at: minutesAgo(updated).toISOString(),
      }),
      minutesAgo(asked),
    )

  const pay = (uid: string, { amount, at, of }: { amount: number; at: number; of: string }) =>
    customersOf(office).notify({
      uid,
      amount,
      created_at: minutesAgo(at).toISOString(),
      additional_data: { product_id: of },
    })

  const differences = async (product: string) => {
    const { items } = await listPayments(office.context, paymentListQuery.parse({ product_id: product }))
    return Object.fromEntries(items.map(({ uid, difference }) => [uid, difference]))
  }

  const openAlerts = () =>
    office.engine.db
      .select({ subject: alerts.subject })
      .from(alerts)
      .where(
        and(
          eq(alerts.shopId, office.context.shop.id),
          eq(alerts.kind, 'payment_differs'),
          isNull(alerts.closedAt),
        ),
      )

  it('does not count against the payments made since', async () => {
    await mirrored('prd_1', 900, { updated: 600, asked: 60 })
    await pay('before', { amount: 900, at: 90, of: 'prd_1' })
    await pay('since', { amount: 1200, at: 30, of: 'prd_1' })
    await pay('wrong', { amount: 100, at: 90, of: 'prd_1' })
    expect(await differences('prd_1')).toEqual({ before: null, since: 'too_much', wrong: 'too_little' })
    // The gateway's time of change is that of the sale.
    await mirrored('prd_1', 1200, { updated: 29, asked: 28 })
    expect(await differences('prd_1')).toEqual({ before: null, since: null, wrong: 'too_little' })
    expect(await openAlerts()).toEqual([{ subject: 'payment:wrong' }])
  })

  it('counts for later payments, and the earlier price for those until the last confirmation', async () => {
    await mirrored('prd_2', 900, { updated: 600, asked: 60 })
    await mirrored('prd_2', 1200, { updated: 29, asked: 28 })
    await pay('earlier', { amount: 1200, at: 61, of: 'prd_2' })
    await pay('between', { amount: 900, at: 45, of: 'prd_2' })
    await pay('later', { amount: 900, at: 10, of: 'prd_2' })
    expect(await differences('prd_2')).toEqual({
      earlier: 'too_much',
      between: 'not_todays_price',
      later: 'too_little',
    })
  })

  /** Copies a payment, so that there are many. */
  async function repeat(uid: string, times: number) {
    const { db } = office.engine
    for (const [table, uids] of Object.entries({
      payments: ['uid'],
      transaction_states: ['uid', 'root_uid'],
    }))
      await db.execute(
        sql`INSERT INTO ${sql.identifier(table)} SELECT copy.* FROM ${sql.identifier(table)} p, generate_series(1, ${times}) n,
          jsonb_populate_record(p, ${sql.join(
            uids.map((one) => sql`jsonb_build_object(${one}::text, p.${sql.identifier(one)} || n)`),
            sql` || `,
          )}) copy WHERE p.shop_id = ${office.context.shop.id} AND p.uid = ${uid}`,
      )
  }

  const askedOf = async (product: string) => {
    const rows = await office.engine.db
      .select({ asked: payments.askedAmount, difference: payments.difference })
      .from(payments)
      .where(and(eq(payments.shopId, office.context.shop.id), eq(payments.productId, product)))
    return new Set(rows.map(({ asked, difference }) => `${asked} ${difference}`))
  }

  it('leaves what was paid before the old price ended, however much that is', async () => {
    await mirrored('prd_3', 900, { updated: 600, asked: 60 })
    await pay('unknown', { amount: 100, at: 700, of: 'prd_3' })
    await repeat('unknown', 20)
    expect(await askedOf('prd_3')).toEqual(new Set(['900 not_todays_price']))
    await mirrored('prd_3', 1200, { updated: 29, asked: 28 })
    expect(await askedOf('prd_3')).toEqual(new Set(['900 not_todays_price']))
  })

  it('counts for all that was paid since, in pages', async () => {
    await mirrored('prd_4', 900, { updated: 600, asked: 60 })
    await pay('paged', { amount: 1200, at: 30, of: 'prd_4' })
    await repeat('paged', 1100)
    expect(await askedOf('prd_4')).toEqual(new Set(['900 too_much']))
    await mirrored('prd_4', 1200, { updated: 31, asked: 28 })
    expect(await askedOf('prd_4')).toEqual(new Set(['1200 null']))
  })
})
