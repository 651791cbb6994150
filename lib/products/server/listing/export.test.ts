import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { productReply } from '../../../gateway/products/product'
import { createJob } from '../../../jobs/server/create'
import { jobs } from '../../../jobs/server/tables'
import { testOffice } from '../../../testing/office'
import { bulkOrder } from '../../bulk'
import { productExportQuery } from '../../export'
import { productListQuery } from '../../schema'
import { exportProducts } from './export'
import { listProducts } from './list'
import { mirrorProducts } from '../mirror/mirror'
import { products } from '../tables'
import { orderBulk, settleBulk } from '../bulk/job-kinds'

onEachEngine('what is read and ordered in full of a shop', (kind) => {
  const office = testOffice(kind)
  const exported = async (query: object) => {
    let text = ''
    for await (const piece of exportProducts(office.context, productExportQuery.parse(query))) text += piece
    return text.trim().split('\r\n').slice(1)
  }

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

  it('exports what a search finds in the order of the list', async () => {
    const found: [name: string, description: string, minute: number][] = [
      ['Zen', 'For a lantern', 4],
      ['Big lantern', '', 3],
      ['Lantern, blue', '', 1],
      ['Lantern', '', 2],
    ]
    const replies = found.map(([name, description, minute]) =>
      productReply.parse({
        id: `prd_${name}`,
        name,
        description,
        updated_at: new Date(minute * 60_000).toISOString(),
      }),
    )
    await mirrorProducts(office.engine.db, office.context.shop.id, replies, new Date())
    const best = ['prd_Lantern', 'prd_Lantern, blue', 'prd_Big lantern', 'prd_Zen']
    const { items } = await listProducts(office.context, productListQuery.parse({ q: 'lantern' }))
    expect(items.map(({ id }) => id)).toEqual(best)
    expect(await exported({ q: 'lantern', columns: 'name' })).toEqual([
      'Lantern',
      '"Lantern, blue"',
      'Big lantern',
      'Zen',
    ])
    expect(await exported({ q: 'lantern', except: 'prd_Lantern', columns: 'name' })).toEqual([
      '"Lantern, blue"',
      'Big lantern',
      'Zen',
    ])
    expect((await exported({ q: 'lantern', sort: '-updated_at', columns: 'name' }))[0]).toBe('Zen')
  })

  it('exports chosen products that are archived, as the list does, also after they vanished', async () => {
    const { engine, context } = office
    const ids = ['prd_kept', 'prd_archived', 'prd_vanished']
    const replies = ids.map((id) => productReply.parse({ id, name: 'Chosen' }))
    await mirrorProducts(engine.db, context.shop.id, replies, new Date())
    const gone = { vanishedAt: new Date() }
    const change = (id: string, values: object) =>
      engine.db
        .update(products)
        .set(values)
        .where(office.whereShop(products, eq(products.id, id)))
    await change('prd_archived', { ...gone, archivedAt: new Date() })
    await change('prd_vanished', gone)
    const shown = ['prd_archived', 'prd_kept']
    expect(await exported({ q: 'Chosen', archived: 'include', sort: 'id', columns: 'id' })).toEqual(shown)
    expect(await exported({ ids: ids.join(','), sort: 'id', columns: 'id' })).toEqual(shown)
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

  it('does not take the undo of an equal order for the job of an unanswered one', async () => {
    const { engine, context } = office
    const sentAt = new Date()
    const order = bulkOrder.parse({
      operation: { kind: 'archive' },
      selection: { ids: ['prd_2'] },
      run: true,
    })
    const made = await orderBulk(context, order)
    const whereMade = office.whereShop(jobs, eq(jobs.id, made.id))
    const [row] = await engine.db.select().from(jobs).where(whereMade)
    const undo = {
      kind: 'products.bulk',
      state: 'planning',
      order: row?.order ?? {},
      undoes: made.id,
    } as const
    await createJob(context, undo)
    expect(await settleBulk(context, order, sentAt)).toMatchObject({ id: made.id })
    await engine.db
      .update(jobs)
      .set({ createdAt: new Date(sentAt.getTime() - 60_000) })
      .where(whereMade)
    expect(await settleBulk(context, order, sentAt)).toBeNull()
  })
})
