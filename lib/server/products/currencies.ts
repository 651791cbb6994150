import 'server-only'
import { sql } from 'drizzle-orm'
import type { ProductCurrencies } from '../../contracts/product'
import type { ShopContext } from '../context'
import { products } from '../tables/products'
import { indexed } from './indexed'

const { currency } = indexed

/**
 * The currencies that the shop's products have, in the order of the alphabet; what is no code of three letters, no
 * list can be narrowed to. From one to the next by the index: the rows between are not read, however many there are.
 */
export async function productCurrencies({ engine, shop }: ShopContext): Promise<ProductCurrencies> {
  const first = (than: ReturnType<typeof sql>) => sql`
    (SELECT ${currency} AS code FROM ${products} WHERE ${products.shopId} = ${shop.id} AND ${currency} > ${than}
     ORDER BY ${currency} LIMIT 1)`
  const { rows } = await engine.db.execute<{ code: string }>(sql`
    WITH RECURSIVE found AS (
      ${first(sql`''`)} UNION ALL SELECT ${first(sql`found.code`)} FROM found WHERE found.code IS NOT NULL)
    SELECT code FROM found WHERE code ~ '^[A-Z]{3}$'`)
  return { currencies: rows.map(({ code }) => code) }
}
