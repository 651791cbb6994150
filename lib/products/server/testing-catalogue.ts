import 'server-only'
import { activity } from '../../core/server/tables/requests'
import { syncs } from '../../core/server/tables/syncs'
import { productReply } from '../../gateway/products/product'
import type { TestOffice } from '../../testing/office'
import { productListQuery } from '../schema'
import { listProducts } from './listing/list'
import { mirrorProducts } from './mirror/mirror'
import { products } from './tables'

/** For tests: empties the mirror and marks it as just synced, so that no list asks the gateway. */
export async function emptyCatalogue({ engine, context, whereShop }: TestOffice): Promise<void> {
  for (const table of [products, syncs, activity]) await engine.db.delete(table).where(whereShop(table))
  await engine.db
    .insert(syncs)
    .values({ shopId: context.shop.id, resource: 'products', syncedAt: new Date() })
}

/** For tests: inserts products into the mirror and lists them. */
export function catalogue(office: () => TestOffice) {
  let made = 0
  const insert = async (...replies: Record<string, unknown>[]) => {
    const { engine, context } = office()
    const parsed = replies.map((reply) =>
      productReply.parse({ id: `prd_${(++made).toString(16).padStart(16, '0')}`, ...reply }),
    )
    await mirrorProducts(engine.db, context.shop.id, parsed, new Date())
    return parsed.map(({ id }) => id)
  }
  const list = (query: Record<string, unknown> = {}) =>
    listProducts(office().context, productListQuery.parse(query))
  return {
    insert,
    list,
    named: (...names: string[]) => insert(...names.map((name) => ({ name }))),
    found: async (q: string, more: Record<string, unknown> = {}) =>
      (await list({ q, ...more })).items.map(({ name }) => name),
  }
}
