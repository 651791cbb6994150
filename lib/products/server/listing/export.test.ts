import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { productReply } from '../../../gateway/products/product'
import { jobs } from '../../../jobs/server/tables'
import { testOffice } from '../../../testing/office'
import { bulkOrder } from '../../bulk'
import { productExportQuery } from '../../export'
import { exportProducts } from './export'
import { mirrorProducts } from '../mirror/mirror'
import { products } from '../tables'
import { orderBulk, settleBulk } from '../bulk/job-kinds'

onEachEngine('what is read and ordered in full of a shop', (kind) => {
  const office = testOffice(kind)

  it('exports each product once, even if some change meanwhile', async () => {
    const { engine, context } = office
    const start = Date.parse('2026-01-01T00:00:00Z')
    const replies = Array.from({ length: 1200 }, (_, at) =>
        productReply.parse({ id: `prd_${at}`, name: `P${at}`, updated_at: new Date(start + at * 1000).toISOString() }),
      ) // prettier-ignore
    await mirrorProducts(engine.db, context.shop.id, replies, new Date())
    for (const [sort, moved] of [
      ['-updated_at', 'prd_3'],
      ['updated_at', 'prd_0'],
    ] as const) {
      const lines = exportProducts(context, productExportQuery.parse({ sort, columns: 'id' }))
      let text = ''
      for (let pieces = 0; pieces < 2; pieces++) text += (await lines.next()).value
      // As a sale does.
      await engine.db
        .update(products)
        .set({ updatedAt: new Date() })
        .where(office.whereShop(products, eq(products.id, moved)))
      for await (const piece of lines) text += piece
      const ids = text.trim().split('\r\n').slice(1)
      expect(ids.length).toBe(1200)
      expect(new Set(ids)).toEqual(new Set(replies.map(({ id }) => id)))
    }
  })

  it('finds the job of an unanswered order, or creates it', async () => {
    const { engine, context } = office
    const sentAt = new Date()
    const order = bulkOrder.parse({ operation: { kind: 'archive' }, selection: { ids: ['prd_1'] } })
    const made = await orderBulk(context, order)
    expect(await settleBulk(context, order, sentAt)).toMatchObject({ id: made.id })
    const other = bulkOrder.parse({ ...order, operation: { kind: 'restore' } })
    expect(await settleBulk(context, { ...other, run: true }, sentAt)).toBeNull()
    const ordered = await settleBulk(context, other, sentAt)
    expect(await settleBulk(context, other, sentAt)).toEqual(ordered)
    expect(await engine.db.select().from(jobs).where(office.whereShop(jobs))).toHaveLength(2)
  })
})
