import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ShopContext } from '../../../core/server/context'
import { confirmedColumns } from '../../../core/server/mirror/mirror'
import type { CopyMatch } from '../../copy'
import { indexed } from '../mirror/indexed'
import { products, type ProductRow } from '../tables'

/** Returns the shop's products by their value in the field `match`. Leaves out archived and vanished products. */
export async function productsByKey(
  { engine, shop }: ShopContext,
  match: CopyMatch,
  keys: readonly string[],
): Promise<Map<string, ProductRow[]>> {
  if (keys.length === 0) return new Map()
  const rows = await engine.db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(
      and(
        eq(products.shopId, shop.id),
        whereKeyIn(match, keys),
        isNull(products.archivedAt),
        isNull(products.vanishedAt),
      ),
    )
  const found = new Map<string, ProductRow[]>()
  for (const row of rows) {
    const key = row[match] ?? ''
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** The beginning of a name is compared too, so that the index serves. */
export const whereKeyIn = (match: CopyMatch, keys: readonly string[]) =>
  and(
    inArray(products[match], [...keys]),
    match === 'name'
      ? sql`${indexed.name} = ANY(ARRAY(SELECT left(key, 200) FROM unnest(${sql.param([...keys])}::text[]) key))`
      : undefined,
  )
